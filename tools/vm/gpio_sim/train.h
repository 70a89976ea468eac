/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An attribute `train` beside `bounce`: one write makes edges on several lines at given times, and reading it gives when
 * each of them was made.
 *
 *	echo 5000 4 0 17 5000 4 12000 > train	line 4 changes, line 17 5 us after it, and line 4 again 12 us after the first
 *	cat train				three lines: the clock, ns on CLOCK_MONOTONIC, just before each change
 *
 * Times are ns since the train's beginning, in rising order. The first number is the time of the edge that must be
 * exact: interrupts wait while it is nearer than GPIO_SIM_NEAR_NS, because this processor both makes the edge and handles
 * the interrupt of the edge before it, for 8 us. A chip does as much: it keeps an edge that comes while a handler runs,
 * and one pass takes both, the lower line first. A pause is slept away but for its end, so that the interrupts' threads
 * and the reader run. Included by gpio-sim.c (tools/vm/modules.py), behind bounce.h.
 */

#define GPIO_SIM_TRAIN 96
#define GPIO_SIM_NEAR_NS 12000
#define GPIO_SIM_AWAKE_NS 100000

static DEFINE_MUTEX(gpio_sim_train_lock);
static unsigned int gpio_sim_train_count;
static u64 gpio_sim_train_times[GPIO_SIM_TRAIN];

static void gpio_sim_train_wait(u64 until)
{
	u64 now = ktime_get_ns();

	if (now + 2 * GPIO_SIM_AWAKE_NS < until && !irqs_disabled())
		usleep_range((until - now - GPIO_SIM_AWAKE_NS) / 1000, (until - now - GPIO_SIM_AWAKE_NS / 2) / 1000);
	while (ktime_get_ns() < until)
		cpu_relax();
}

static void gpio_sim_train_run(struct gpio_sim_chip *chip, const unsigned int *words, unsigned int edges, u64 exact)
{
	u64 begin = ktime_get_ns() + 2 * GPIO_SIM_AWAKE_NS, near = begin + exact - GPIO_SIM_NEAR_NS;
	unsigned long flags;
	unsigned int at;

	for (at = 0; at < edges; at++) {
		u64 wanted = begin + words[2 * at + 1], next = at + 1 < edges ? begin + words[2 * at + 3] : U64_MAX;

		gpio_sim_train_wait(wanted);
		local_irq_save(flags);
		for (;;) {
			gpio_sim_train_times[at] = ktime_get_ns();
			gpio_sim_toggle_line(chip, words[2 * at]);
			if (wanted < near || next > begin + exact)
				break;
			wanted = next;
			at++;
			next = at + 1 < edges ? begin + words[2 * at + 3] : U64_MAX;
			gpio_sim_train_wait(wanted);
		}
		local_irq_restore(flags);
	}
}

static ssize_t train_store(struct device *dev, struct device_attribute *attr, const char *buf, size_t len)
{
	struct gpio_sim_chip *chip = dev_get_drvdata(dev);
	unsigned int words[1 + 2 * GPIO_SIM_TRAIN], count = 0, at;
	const char *rest = buf;
	int used;

	while (count < ARRAY_SIZE(words) && sscanf(rest, "%u%n", &words[count], &used) == 1) {
		rest += used;
		count++;
	}
	if (count < 3 || !(count & 1))
		return -EINVAL;
	for (at = 1; at < count; at += 2)
		if (words[at] >= chip->gc.ngpio || (at > 1 && words[at + 1] < words[at - 1]) || words[at + 1] > 500000000)
			return -EINVAL;

	mutex_lock(&gpio_sim_train_lock);
	gpio_sim_train_run(chip, words + 1, count / 2, words[0]);
	gpio_sim_train_count = count / 2;
	mutex_unlock(&gpio_sim_train_lock);
	return len;
}

static ssize_t train_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	unsigned int at;
	int len = 0;

	mutex_lock(&gpio_sim_train_lock);
	for (at = 0; at < gpio_sim_train_count; at++)
		len += sysfs_emit_at(buf, len, "%llu\n", gpio_sim_train_times[at]);
	mutex_unlock(&gpio_sim_train_lock);
	return len;
}

static DEVICE_ATTR_RW(train);

static void gpio_sim_train_remove(void *data)
{
	struct gpio_sim_chip *chip = data;

	device_remove_file(&chip->gc.gpiodev->dev, &dev_attr_train);
}

static int gpio_sim_train_setup(struct gpio_sim_chip *chip)
{
	int ret = device_create_file(&chip->gc.gpiodev->dev, &dev_attr_train);

	return ret ?: devm_add_action_or_reset(chip->gc.parent, gpio_sim_train_remove, chip);
}
