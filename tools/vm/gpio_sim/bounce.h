/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An attribute `bounce` beside `toggle`: one write makes a train of edges of one line, as a bouncing contact does, and
 * reading it gives when each of them was made.
 *
 *	echo 20 4 5 12 > bounce	line 4 changes, again after 5 us, and again 12 us after that; line 20 warms up
 *	cat bounce		three lines: the clock before and after each change, ns on CLOCK_MONOTONIC
 *
 * The second reading is made when the interrupt's handler is done and its thread is not woken yet (tracepoint
 * irq_handler_exit). An emulated machine may be stopped by its host between the two, and then they lie far apart: what
 * such a train shows is the host's doing. It also translates anew whatever it has not run for a while: the first
 * interrupt after a pause takes it 100 to 300 us, the next ones 5 to 20. So another line, of the same request, has a few
 * interrupts immediately before.
 *
 * The chip's mutex is left alone, since the interrupt's thread takes it to read the level and must not wait for the end
 * of the train: who writes here is the only one that drives the chip's lines. Included by gpio-sim.c
 * (tools/vm/modules.py), behind toggle.h.
 */

#include <linux/timekeeping.h>
#include <linux/tracepoint.h>

#define GPIO_SIM_BOUNCES 16
#define GPIO_SIM_WARM_UPS 8
#define GPIO_SIM_WARM_UP_US 40

static DEFINE_MUTEX(gpio_sim_bounce_lock);
static unsigned int gpio_sim_bounce_count;
static u64 gpio_sim_bounce_times[GPIO_SIM_BOUNCES][2];

static struct tracepoint *gpio_sim_bounce_tracepoint;
static int gpio_sim_bounce_irq;
static u64 gpio_sim_bounce_handled;

static void gpio_sim_bounce_probe(void *data, int irq, struct irqaction *action, int result)
{
	if (irq == READ_ONCE(gpio_sim_bounce_irq))
		WRITE_ONCE(gpio_sim_bounce_handled, ktime_get_ns());
}

static void gpio_sim_bounce_once(struct gpio_sim_chip *chip, unsigned int offset, u64 *times)
{
	unsigned long flags;

	WRITE_ONCE(gpio_sim_bounce_irq, irq_find_mapping(chip->irq_sim, offset));
	WRITE_ONCE(gpio_sim_bounce_handled, 0);
	times[0] = ktime_get_ns();
	local_irq_save(flags);
	gpio_sim_toggle_line(chip, offset);
	local_irq_restore(flags);
	/* taken by now, on this processor; if nobody wants edges of the line there was none */
	times[1] = READ_ONCE(gpio_sim_bounce_handled) ?: ktime_get_ns();
}

static ssize_t bounce_store(struct device *dev, struct device_attribute *attr, const char *buf, size_t len)
{
	struct gpio_sim_chip *chip = dev_get_drvdata(dev);
	unsigned int words[1 + GPIO_SIM_BOUNCES], count = 0, at;
	const char *rest = buf;
	u64 unused[2];
	int used;

	while (count < ARRAY_SIZE(words) && sscanf(rest, "%u%n", &words[count], &used) == 1) {
		rest += used;
		count++;
	}
	if (count < 2 || words[0] >= chip->gc.ngpio || words[1] >= chip->gc.ngpio)
		return -EINVAL;
	for (at = 2; at < count; at++)
		if (words[at] > 1000)
			return -EINVAL;

	mutex_lock(&gpio_sim_bounce_lock);
	for (at = 0; at < GPIO_SIM_WARM_UPS; at++) {
		gpio_sim_bounce_once(chip, words[0], unused);
		udelay(GPIO_SIM_WARM_UP_US);
	}
	for (at = 1; at < count; at++) {
		if (at > 1)
			udelay(words[at]);
		gpio_sim_bounce_once(chip, words[1], gpio_sim_bounce_times[at - 1]);
	}
	gpio_sim_bounce_count = count - 1;
	mutex_unlock(&gpio_sim_bounce_lock);
	return len;
}

static ssize_t bounce_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	unsigned int at;
	int len = 0;

	mutex_lock(&gpio_sim_bounce_lock);
	for (at = 0; at < gpio_sim_bounce_count; at++)
		len += sysfs_emit_at(buf, len, "%llu %llu\n", gpio_sim_bounce_times[at][0],
				     gpio_sim_bounce_times[at][1]);
	mutex_unlock(&gpio_sim_bounce_lock);
	return len;
}

static DEVICE_ATTR_RW(bounce);

static void gpio_sim_bounce_find(struct tracepoint *tracepoint, void *unused)
{
	if (!strcmp(tracepoint->name, "irq_handler_exit"))
		gpio_sim_bounce_tracepoint = tracepoint;
}

static void gpio_sim_bounce_remove(void *data)
{
	struct gpio_sim_chip *chip = data;

	device_remove_file(&chip->gc.gpiodev->dev, &dev_attr_bounce);
	tracepoint_probe_unregister(gpio_sim_bounce_tracepoint, gpio_sim_bounce_probe, NULL);
	tracepoint_synchronize_unregister();
}

static int gpio_sim_bounce_setup(struct gpio_sim_chip *chip)
{
	int ret;

	for_each_kernel_tracepoint(gpio_sim_bounce_find, NULL);
	if (!gpio_sim_bounce_tracepoint)
		return -ENODEV;
	ret = tracepoint_probe_register(gpio_sim_bounce_tracepoint, gpio_sim_bounce_probe, NULL);
	if (ret)
		return ret;
	ret = device_create_file(&chip->gc.gpiodev->dev, &dev_attr_bounce);
	if (ret) {
		tracepoint_probe_unregister(gpio_sim_bounce_tracepoint, gpio_sim_bounce_probe, NULL);
		return ret;
	}
	return devm_add_action_or_reset(chip->gc.parent, gpio_sim_bounce_remove, chip);
}
