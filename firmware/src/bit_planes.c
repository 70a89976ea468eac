#include "bit_planes.h"

_Static_assert(PLANE_STEP_TURNS >= PLANE_LEAST_TURNS, "the shortest plane is over before the next one is there");
_Static_assert((PLANE_STEP_TURNS << (PLANES - 1)) - PLANE_LEAST_TURNS <= 0xffff, "the longest plane is too long for its half word");

void planes_of(const uint8_t levels[PF_LAMPS], uint32_t planes[PLANES])
{
    for (unsigned plane = 0; plane < PLANES; plane++) {
        uint32_t lit = 0;
        for (unsigned lamp = 0; lamp < PF_LAMPS; lamp++)
            lit |= (uint32_t)(levels[lamp] >> plane & 1u) << lamp;
        planes[plane] = lit << 16 | ((PLANE_STEP_TURNS << plane) - PLANE_LEAST_TURNS);
    }
}
