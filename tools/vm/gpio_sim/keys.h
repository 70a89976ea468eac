/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An attribute `keys` beside the lines of a gpio-sim chip: one write makes a gpio-keys device of some lines, as a device
 * tree does on a Raspberry Pi. The module gpio_keys has to be there.
 *
 *	echo 4 34 17 47 > keys		line 4 is the key with code 34, line 17 that with code 47
 *
 * A key waits GPIO_SIM_SETTLED_MS after its last edge, which is the driver's own value where a device tree has none. With a
 * chip that may sleep the driver would count that wait in jiffies; a header's chip does not, and so does this one from
 * then on: nobody else takes its mutex while a timer reads a line. Included by gpio-sim.c (tools/vm/modules.py).
 */

#include <linux/gpio_keys.h>
#include <linux/input.h>

#define GPIO_SIM_KEYS 32
#define GPIO_SIM_SETTLED_MS 5

static struct gpio_keys_button gpio_sim_keys_buttons[GPIO_SIM_KEYS];
static struct platform_device *gpio_sim_keys_device;

static ssize_t keys_store(struct device *dev, struct device_attribute *attr, const char *buf, size_t len)
{
	struct gpio_sim_chip *chip = dev_get_drvdata(dev);
	struct gpio_keys_platform_data data = { .buttons = gpio_sim_keys_buttons, .name = "cabinet-keys" };
	unsigned int line, code;
	const char *rest = buf;
	int used;

	if (gpio_sim_keys_device)
		return -EBUSY;
	while (data.nbuttons < GPIO_SIM_KEYS && sscanf(rest, "%u %u%n", &line, &code, &used) == 2) {
		if (line >= chip->gc.ngpio)
			return -EINVAL;
		gpio_sim_keys_buttons[data.nbuttons++] = (struct gpio_keys_button){
			.gpio = chip->gc.base + line,
			.code = code,
			.active_low = 1,
			.type = EV_KEY,
			.debounce_interval = GPIO_SIM_SETTLED_MS,
		};
		rest += used;
	}
	chip->gc.can_sleep = false;
	gpio_sim_keys_device = platform_device_register_data(NULL, "gpio-keys", PLATFORM_DEVID_NONE, &data, sizeof(data));
	if (IS_ERR(gpio_sim_keys_device)) {
		int error = PTR_ERR(gpio_sim_keys_device);

		gpio_sim_keys_device = NULL;
		return error;
	}
	return len;
}

static DEVICE_ATTR_WO(keys);

static void gpio_sim_keys_remove(void *data)
{
	struct gpio_sim_chip *chip = data;

	device_remove_file(&chip->gc.gpiodev->dev, &dev_attr_keys);
	platform_device_unregister(gpio_sim_keys_device);
	gpio_sim_keys_device = NULL;
}

static int gpio_sim_keys_setup(struct gpio_sim_chip *chip)
{
	int ret = device_create_file(&chip->gc.gpiodev->dev, &dev_attr_keys);

	return ret ?: devm_add_action_or_reset(chip->gc.parent, gpio_sim_keys_remove, chip);
}
