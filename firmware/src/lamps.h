/* What the lamps show at a moment, from what the host asked for. Pure. */
#ifndef PF_LAMPS_H
#define PF_LAMPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "protocol.h"

struct lamp {
    uint8_t colour[3]; /* red, green, blue */
    uint8_t effect, period, phase;
};

struct lamps {
    struct lamp lamp[PF_LAMPS];
    uint8_t brightness;
    uint8_t output; /* what hangs on the pins of the last plain lamps */
};

/* The share, of 255, of its colour that a lamp shows `ms` milliseconds after boot. */
uint8_t lamp_share(const struct lamp *lamp, uint32_t ms);

/* How bright a light is driven for it to look `value` of 255 bright: 0 stays 0, 255 stays 255, nothing else goes dark. */
uint8_t lamp_gamma(uint8_t value);

/* What to drive a lamp's red, green and blue with. */
void lamp_levels(const struct lamps *lamps, unsigned number, uint32_t ms, uint8_t levels[3]);

/* Take the payload of a LAMPS frame. False, and nothing changed, if it is not one. */
bool lamps_take(struct lamps *lamps, const uint8_t *payload, size_t length);

/* Take the payload of an OUTPUT frame. False, and nothing changed, if it names no output. */
bool lamps_take_output(struct lamps *lamps, const uint8_t *payload, size_t length);

void lamps_darken(struct lamps *lamps);

#endif
