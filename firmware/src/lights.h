/* The lamps' outlets: a chain of WS2812, and plain pins or shift registers, driven from `struct lamps`; and the LED of a Pico. */
#ifndef PF_LIGHTS_H
#define PF_LIGHTS_H

#include <stdbool.h>

#include "lamps.h"

void lights_start(void);

/* Show all lamps as they are `ms` milliseconds after boot. Not more often than every five milliseconds. */
void lights_show(const struct lamps *lamps, uint32_t ms);

void lights_led(bool on);

#endif
