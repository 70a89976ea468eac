/* Sixteen brightnesses through two shift registers of eight outputs, which know only on and off: one plane for each bit of
   the brightness, shown for as long as that bit counts. Pure.

   A plane is a word for the machine of shift_register.c: in its upper half what the outputs are, lamp n in bit n, sent from the
   top down, so that lamp 15 travels to the far end of the chain; in its lower half how many more turns of that machine the
   plane is shown than it takes to send one. */
#ifndef PF_BIT_PLANES_H
#define PF_BIT_PLANES_H

#include <stdint.h>

#include "protocol.h"

#define PLANES 8u
#define PLANE_MHZ 4u        /* turns of the machine in a microsecond */
#define PLANE_LEAST_TURNS 36u /* of a plane that is held for none: sixteen bits of two turns, four around them */
#define PLANE_STEP_TURNS (PF_REGISTER_FRAME_US * PLANE_MHZ / 255u)

/* Make the planes of these brightnesses. 0 is dark in all of them, 255 lit in all: such an output has no edges. */
void planes_of(const uint8_t levels[PF_LAMPS], uint32_t planes[PLANES]);

#endif
