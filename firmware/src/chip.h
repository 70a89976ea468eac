/* Starts the chip, and drives the parts that have no other module: clocks, time, watchdog, identity, boot ROM. */
#ifndef PF_CHIP_H
#define PF_CHIP_H

#include <stdint.h>

#include "board.h"

/* Start crystal, PLLs and the 1 us tick, and take every peripheral that the firmware uses out of reset. */
void chip_start(void);

/* Fill in the board's identity and the reason of its start. Call it once, before interrupts are on: afterwards the flash
   cannot be read as memory. */
void chip_identify(struct identity *identity);

/* From now on the board restarts if `watchdog_feed` is not called for a second. */
void watchdog_start(void);
void watchdog_feed(void);

/* Wake the main loop (`wait_for_event`) within `us` microseconds. */
void wake_within(uint32_t us);

/* Restart into the boot ROM's USB drive. */
_Noreturn void chip_bootloader(void);

void pin_function(unsigned pin, uint32_t function);

/* Priority 0 is the most urgent, 3 the least. */
void irq_enable(unsigned irq, unsigned priority);

#endif
