#include "chip.h"

#include <string.h>

#include "hardware/gpio.h"
#include "hardware/irq.h"
#include "hardware/structs/ioqspi.h"
#include "hardware/structs/rosc.h"
#include "hardware/structs/sio.h"
#include "hardware/timer.h"
#include "hardware/watchdog.h"
#include "pico/bootrom.h"
#include "pico/unique_id.h"
#include "platform.h"
#if PICO_RP2040
#include "hardware/structs/vreg_and_chip_reset.h"
#define CHIP_RESET (vreg_and_chip_reset_hw->chip_reset)
#define HAD_POWER_ON VREG_AND_CHIP_RESET_CHIP_RESET_HAD_POR_BITS
#define HAD_RUN_PIN VREG_AND_CHIP_RESET_CHIP_RESET_HAD_RUN_BITS
#define FLASH_SELECT_BIT (1u << 1)
#else
#include "hardware/structs/powman.h"
#define CHIP_RESET (powman_hw->chip_reset)
#define HAD_POWER_ON POWMAN_CHIP_RESET_HAD_POR_BITS
#define HAD_RUN_PIN POWMAN_CHIP_RESET_HAD_RUN_LOW_BITS
#define FLASH_SELECT_BIT SIO_GPIO_HI_IN_QSPI_CSN_BITS
#endif

#define SCRATCH_ALIVE 0x50484F54u /* in scratch 0 while we run: a watchdog reset that finds it was not requested */
#define WATCHDOG_MS 1000u
#define ALARM 0u
#define FLASH_SELECT 1u /* its place among the flash's pins */
#define FLOATS_US 10u   /* the pin's own pull-up and the button's resistor need one at most */

uint64_t platform_now(void)
{
    return time_us_64();
}

void watchdog_start(void)
{
    watchdog_enable(WATCHDOG_MS, false);
    watchdog_hw->scratch[0] = SCRATCH_ALIVE;
}

/* The SDK and TinyUSB call it where they can go on no more. */
_Noreturn void panic_by_watchdog(const char *format, ...)
{
    (void)format;
    for (;;) {
    }
}

static void timer_irq(void)
{
    timer_hw->intr = 1u << ALARM; /* the interrupt itself has woken the main loop */
}

void wake_start(void)
{
    irq_set_exclusive_handler(hardware_alarm_get_irq_num(ALARM), timer_irq);
    irq_set_enabled(hardware_alarm_get_irq_num(ALARM), true);
}

void wake_within(uint32_t us)
{
    timer_hw->inte = 1u << ALARM;
    timer_hw->alarm[ALARM] = timer_hw->timerawl + us;
}

static uint8_t reset_reason(void)
{
    uint32_t alive = watchdog_hw->scratch[0];
    if (watchdog_caused_reboot())
        return alive == SCRATCH_ALIVE ? PF_RESET_WATCHDOG : PF_RESET_REQUEST;
    if (CHIP_RESET & HAD_RUN_PIN)
        return PF_RESET_RUN_PIN;
    return CHIP_RESET & HAD_POWER_ON ? PF_RESET_POWER : PF_RESET_UNKNOWN;
}

/* The ring oscillator's jitter, mixed by a multiplication (FNV). */
static uint32_t random_word(void)
{
    uint32_t hash = 2166136261u;
    for (int bit = 0; bit < 256; bit++) {
        hash = (hash ^ (rosc_hw->randombit & 1u)) * 16777619u;
        for (int pause = 0; pause < 8; pause++)
            __asm volatile("nop");
    }
    return hash;
}

void chip_identify(struct identity *identity)
{
    pico_unique_board_id_t id;
    pico_get_unique_board_id(&id);
    memcpy(identity->board_id, id.id, sizeof identity->board_id);
    identity->reset = reset_reason();
    identity->boot_id = random_word();
    if (identity->boot_id == watchdog_hw->scratch[1]) /* the previous boot's, if power stayed on */
        identity->boot_id++;
    watchdog_hw->scratch[1] = identity->boot_id;
}

/* The button lies between the flash's select and ground, with a resistor. The chip drives that pin; it is let float here, and
   read. The flash cannot be read meanwhile. No code or data of ours is there (see CMakeLists.txt, copy_to_ram), so that interrupts
   go on, and no edge waits for its stamp. */
#if !PICO_COPY_TO_RAM
#error "an interrupt in the flash would not survive a reading of the BOOT button"
#endif
bool platform_boot_button(void)
{
    io_rw_32 *control = &ioqspi_hw->io[FLASH_SELECT].ctrl;
    hw_write_masked(control, GPIO_OVERRIDE_LOW << IO_QSPI_GPIO_QSPI_SS_CTRL_OEOVER_LSB, IO_QSPI_GPIO_QSPI_SS_CTRL_OEOVER_BITS);
    for (uint64_t until = platform_now() + FLOATS_US; platform_now() < until;) {
    }
    bool is_down = !(sio_hw->gpio_hi_in & FLASH_SELECT_BIT);
    hw_write_masked(control, GPIO_OVERRIDE_NORMAL << IO_QSPI_GPIO_QSPI_SS_CTRL_OEOVER_LSB, IO_QSPI_GPIO_QSPI_SS_CTRL_OEOVER_BITS);
    return is_down;
}

_Noreturn void chip_bootloader(void)
{
    watchdog_hw->scratch[0] = 0;
    rom_reset_usb_boot(0, 0);
    for (;;) {
    }
}
