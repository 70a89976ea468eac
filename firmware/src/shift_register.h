/* Sixteen plain lamps on two 74HC595 in a chain: data, clock and latch on three pins. PIO and DMA keep them going by
   themselves: no interrupt, and nothing that an edge would have to wait for. */
#ifndef PF_SHIFT_REGISTER_H
#define PF_SHIFT_REGISTER_H

#include <stdint.h>

#include "protocol.h"

/* Let the pins, which are plain outputs, be the registers'. */
void shift_register_start(void);

/* Show these brightnesses from the next frame on. Not more often than every 5 ms: the frame before may still be on its way. */
void shift_register_show(const uint8_t levels[PF_LAMPS]);

/* Darken the registers and let the pins be plain outputs again, low. What hangs there without being a register sees sixteen
   short pulses. Also to be called at the start, for registers that switched on with whatever chance put into them. */
void shift_register_stop(void);

#endif
