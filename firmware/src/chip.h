/* What of the chip has no other module: watchdog, identity, waking, boot ROM. */
#ifndef PF_CHIP_H
#define PF_CHIP_H

#include <stdint.h>

#include "board.h"

/* Fill in the board's identity and the reason of its start. Call it once. */
void chip_identify(struct identity *identity);

/* From now on the board restarts if the SDK's `watchdog_update` is not called for a second. */
void watchdog_start(void);

/* Wake the main loop (`wfe`) within `us` microseconds, from now on each time. */
void wake_start(void);
void wake_within(uint32_t us);

/* Restart into the boot ROM's USB drive. */
_Noreturn void chip_bootloader(void);

#endif
