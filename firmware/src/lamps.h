/* The brightness of the lamps at a given time, from the host's latest LAMPS frames. Pure. */
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
    uint8_t output; /* on the pins of the last plain lamps */
};

/* Return the share (of 255) of its colour that a lamp shows `ms` milliseconds after boot. */
uint8_t lamp_share(const struct lamp *lamp, uint32_t ms);

/* Return the drive level for a perceived brightness of `value` of 255: 0 stays 0, 255 stays 255, nothing else becomes 0. */
uint8_t lamp_gamma(uint8_t value);

/* Compute the drive levels of a lamp's red, green and blue. */
void lamp_levels(const struct lamps *lamps, unsigned number, uint32_t ms, uint8_t levels[3]);

/* Take over the payload of a LAMPS frame. Return false and change nothing if it is invalid. */
bool lamps_take(struct lamps *lamps, const uint8_t *payload, size_t length);

/* Take over the payload of an OUTPUT frame. Return false and change nothing if it names no output. */
bool lamps_take_output(struct lamps *lamps, const uint8_t *payload, size_t length);

void lamps_darken(struct lamps *lamps);

#endif
