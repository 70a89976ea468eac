#include "lamps.h"

static uint8_t scaled(uint32_t value, uint32_t by)
{
    return (uint8_t)((value * by + 127) / 255);
}

uint8_t lamp_share(const struct lamp *lamp, uint32_t ms)
{
    uint32_t period = (uint32_t)lamp->period * PF_LAMP_PERIOD_MS;
    if (period == 0)
        return 255;
    uint32_t at = (ms + lamp->phase * period / 256) % period;
    switch (lamp->effect) {
    case PF_EFFECT_BLINK:
        return 2 * at < period ? 255 : 0;
    case PF_EFFECT_PULSE:
        return (uint8_t)((2 * at < period ? 2 * at : 2 * (period - at)) * 255 / period);
    case PF_EFFECT_CHASE:
        return 4 * at < period ? (uint8_t)((period - 4 * at) * 255 / period) : 0;
    default:
        return 255;
    }
}

uint8_t lamp_gamma(uint8_t value)
{
    return (uint8_t)(((uint32_t)value * value + 254) / 255);
}

void lamp_levels(const struct lamps *lamps, unsigned number, uint32_t ms, uint8_t levels[3])
{
    const struct lamp *lamp = &lamps->lamp[number];
    uint8_t share = scaled(lamp_share(lamp, ms), lamps->brightness);
    for (int colour = 0; colour < 3; colour++)
        levels[colour] = lamp_gamma(scaled(lamp->colour[colour], share));
}

bool lamps_take(struct lamps *lamps, const uint8_t *payload, size_t length)
{
    if (length < PF_SIZE_LAMPS_HEAD || (length - PF_SIZE_LAMPS_HEAD) % PF_SIZE_LAMP != 0)
        return false;
    lamps->brightness = payload[0];
    size_t number = payload[1];
    const uint8_t *entry = payload + PF_SIZE_LAMPS_HEAD;
    const uint8_t *end = payload + length;
    for (; entry < end && number < PF_LAMPS; entry += PF_SIZE_LAMP, number++) {
        struct lamp *lamp = &lamps->lamp[number];
        for (int colour = 0; colour < 3; colour++)
            lamp->colour[colour] = entry[colour];
        lamp->effect = entry[3];
        lamp->period = entry[4];
        lamp->phase = entry[5];
    }
    return true;
}

bool lamps_take_output(struct lamps *lamps, const uint8_t *payload, size_t length)
{
    if (length < PF_SIZE_OUTPUT || payload[0] > PF_OUTPUT_REGISTERS)
        return false;
    lamps->output = payload[0];
    return true;
}

void lamps_darken(struct lamps *lamps)
{
    for (unsigned number = 0; number < PF_LAMPS; number++)
        lamps->lamp[number] = (struct lamp){0};
}
