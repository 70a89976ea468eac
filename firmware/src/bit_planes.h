/* Sixteen brightnesses on two shift registers of eight outputs, which are only on or off (bit angle modulation): one plane
   for each bit of the brightness, shown for a time in proportion to the weight of that bit. Pure.

   A plane is a word for the state machine of shift_register.c. Its upper half holds the outputs, lamp n in bit n, sent from
   the top bit down, so that lamp 15 travels to the far end of the chain. Its lower half holds the number of turns of that
   machine for which the plane is shown, less the turns that it takes to send one. */
#ifndef PF_BIT_PLANES_H
#define PF_BIT_PLANES_H

#include <stdint.h>

#include "protocol.h"

#define PLANES 8u
#define PLANE_MHZ 4u        /* turns of the machine per microsecond */
#define PLANE_LEAST_TURNS 36u /* of a plane with a hold count of 0: sixteen bits of two turns, four around them */
#define PLANE_STEP_TURNS (PF_REGISTER_FRAME_US * PLANE_MHZ / 255u)

/* Compute the planes of these brightnesses. 0 is dark in all of them, 255 lit in all: such an output has no edges. */
void planes_of(const uint8_t levels[PF_LAMPS], uint32_t planes[PLANES]);

#endif
