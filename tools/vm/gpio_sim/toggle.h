/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An attribute `toggle` beside the lines of a gpio-sim chip: one write inverts the pulls of several lines at once.
 *
 *	echo 0x20010 > toggle			lines 4 and 17, in one pass of the interrupt handler
 *	echo 0x10 80 0x20000 > toggle		line 4, and line 17 some 80 us after it
 *
 * Interrupts are off while the edges of one mask are noted, so one pass of the handler stamps them all, in rising
 * order of the lines: as the drivers of the Raspberry Pi do in a true tie. Included by gpio-sim.c (tools/vm/modules.py).
 */

#include <linux/delay.h>

static void gpio_sim_toggle_line(struct gpio_sim_chip *chip, unsigned int offset)
{
	int irq = irq_find_mapping(chip->irq_sim, offset);
	int value = !test_bit(offset, chip->pull_map);
	int wanted = value ? IRQ_TYPE_EDGE_RISING : IRQ_TYPE_EDGE_FALLING;

	__assign_bit(offset, chip->pull_map, value);
	__assign_bit(offset, chip->value_map, value);
	if (irq && (irq_get_trigger_type(irq) & wanted))
		irq_set_irqchip_state(irq, IRQCHIP_STATE_PENDING, true);
}

static void gpio_sim_toggle_mask(struct gpio_sim_chip *chip, unsigned long mask)
{
	unsigned long flags;
	unsigned int offset;

	mutex_lock(&chip->lock);
	local_irq_save(flags);
	for_each_set_bit(offset, &mask, min_t(unsigned int, chip->gc.ngpio, BITS_PER_LONG))
		gpio_sim_toggle_line(chip, offset);
	local_irq_restore(flags);
	mutex_unlock(&chip->lock);
}

static ssize_t toggle_store(struct device *dev, struct device_attribute *attr, const char *buf, size_t len)
{
	struct gpio_sim_chip *chip = dev_get_drvdata(dev);
	unsigned int pause_us = 0;
	unsigned long first, second = 0;

	if (sscanf(buf, "%lx %u %lx", &first, &pause_us, &second) < 1 || pause_us > 5000)
		return -EINVAL;
	gpio_sim_toggle_mask(chip, first);
	if (second) {
		udelay(pause_us);
		gpio_sim_toggle_mask(chip, second);
	}
	return len;
}

static DEVICE_ATTR_WO(toggle);

static void gpio_sim_toggle_remove(void *data)
{
	struct gpio_sim_chip *chip = data;

	device_remove_file(&chip->gc.gpiodev->dev, &dev_attr_toggle);
}

static int gpio_sim_toggle_setup(struct gpio_sim_chip *chip)
{
	int ret = device_create_file(&chip->gc.gpiodev->dev, &dev_attr_toggle);

	return ret ?: devm_add_action_or_reset(chip->gc.parent, gpio_sim_toggle_remove, chip);
}
