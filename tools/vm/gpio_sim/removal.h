/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A chip that goes while somebody holds its lines gives back their interrupts first.
 *
 * Linux 6.1 leaves that to whoever holds the lines, who notices at once and frees interrupts whose descriptors are just
 * being freed: what /proc/irq has of them is taken from a folder that is no more, and the kernel falls at some later
 * request for lines, which is that of the program when the chip is back. Registered last, so that it is done first,
 * while the chip is still there; who frees them afterwards finds nothing, and is content. Included by gpio-sim.c
 * (tools/vm/modules.py).
 */

#include <linux/irqdesc.h>

static void gpio_sim_give_back(unsigned int irq)
{
	struct irq_desc *desc = irq_data_to_desc(irq_get_irq_data(irq));

	while (desc->action)
		free_irq(irq, desc->action->dev_id);
	irq_dispose_mapping(irq);
}

static void gpio_sim_removal(void *data)
{
	struct gpio_sim_chip *chip = data;
	unsigned int offset, irq;

	for (offset = 0; offset < chip->gc.ngpio; offset++) {
		irq = irq_find_mapping(chip->irq_sim, offset);
		if (irq)
			gpio_sim_give_back(irq);
	}
}

static int gpio_sim_removal_setup(struct gpio_sim_chip *chip)
{
	return devm_add_action_or_reset(chip->gc.parent, gpio_sim_removal, chip);
}
