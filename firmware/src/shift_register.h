/* Sixteen plain lamps on two 74HC595 in a chain: data, clock and latch on three pins. PIO and DMA refresh them by
   themselves: there is no interrupt that could delay the stamp of an edge. */
#ifndef PF_SHIFT_REGISTER_H
#define PF_SHIFT_REGISTER_H

#include <stdint.h>

#include "protocol.h"

/* Switch the pins from plain outputs to the registers. */
void shift_register_start(void);

/* Show these brightnesses from the next frame on. Not more often than every 5 ms: the previous frame may still be on its way. */
void shift_register_show(const uint8_t levels[PF_LAMPS]);

/* Darken the registers and switch the pins back to plain outputs, low. If plain lamps are wired there instead of registers,
   they get sixteen short pulses. Also to be called at the start: after power-on the content of the registers is random. */
void shift_register_stop(void);

#endif
