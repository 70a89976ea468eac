/* Drives the lamps from `struct lamps`: a chain of WS2812, and plain pins or shift registers; and the LED of a Pico. */
#ifndef PF_LAMP_DRIVER_H
#define PF_LAMP_DRIVER_H

#include <stdbool.h>

#include "lamps.h"

void lamp_driver_start(void);

/* Show all lamps in their state `ms` milliseconds after boot. Not more often than every five milliseconds. */
void lamp_driver_show(const struct lamps *lamps, uint32_t ms);

void lamp_driver_led(bool on);

#endif
