#include "chip.h"

#include "platform.h"
#include "rp2040.h"

#define SCRATCH_ALIVE 0x50484F54u /* in scratch 0 while we run: a watchdog reset that finds it was not requested */
#define WATCHDOG_US 1000000u
#define CRYSTAL_MHZ 12u

#define NEEDED                                                                                                         \
    (RESET_DMA | RESET_IO_BANK0 | RESET_PADS_BANK0 | RESET_PIO0 | RESET_PWM | RESET_SYSINFO | RESET_TIMER | \
     RESET_UART0 | RESET_USBCTRL)

static void leave_reset(uint32_t which)
{
    CLEAR(RESETS_RESET) = which;
    while ((REG(RESETS_DONE) & which) != which) {
    }
}

/* Some boards' crystals start slowly, so wait 64 times the usual millisecond. The count is in units of 256 cycles. */
static void start_crystal(void)
{
    REG(XOSC_CTRL) = XOSC_1_TO_15_MHZ;
    REG(XOSC_STARTUP) = 64u * ((CRYSTAL_MHZ * 1000u + 128u) / 256u);
    SET(XOSC_CTRL) = XOSC_ENABLE;
    while (!(REG(XOSC_STATUS) & XOSC_STABLE)) {
    }
}

static void start_pll(uint32_t pll, uint32_t multiply, uint32_t divide1, uint32_t divide2)
{
    REG(PLL_CS(pll)) = 1; /* the crystal undivided */
    REG(PLL_FBDIV(pll)) = multiply;
    CLEAR(PLL_PWR(pll)) = PLL_PWR_PD | PLL_PWR_VCOPD;
    while (!(REG(PLL_CS(pll)) & PLL_LOCK)) {
    }
    REG(PLL_PRIM(pll)) = divide1 << 16 | divide2 << 12;
    CLEAR(PLL_PWR(pll)) = PLL_PWR_POSTDIVPD;
}

static void switch_clock(uint32_t control, uint32_t selected, uint32_t source)
{
    REG(control) = source;
    while (!(REG(selected) & 1u << source)) {
    }
}

static void start_clocks(void)
{
    REG(CLK_SYS_RESUS_CTRL) = 0;
    start_crystal();
    /* Both clocks run from the ring oscillator while the PLLs stop: glitchless, and safe if the PLLs ran before. */
    switch_clock(CLK_SYS_CTRL, CLK_SYS_SELECTED, 0);
    switch_clock(CLK_REF_CTRL, CLK_REF_SELECTED, 0);
    SET(RESETS_RESET) = RESET_PLL_SYS | RESET_PLL_USB;
    leave_reset(RESET_PLL_SYS | RESET_PLL_USB);
    start_pll(PLL_SYS, 125, 6, 2); /* 12 MHz x 125 / 6 / 2 = 125 MHz */
    start_pll(PLL_USB, 100, 5, 5); /* 12 MHz x 100 / 5 / 5 = 48 MHz */
    REG(CLK_REF_DIV) = 1u << 8;
    switch_clock(CLK_REF_CTRL, CLK_REF_SELECTED, 2); /* the crystal */
    REG(CLK_SYS_DIV) = 1u << 8;
    switch_clock(CLK_SYS_CTRL, CLK_SYS_SELECTED, 1); /* its auxiliary source, which is PLL_SYS */
    REG(CLK_PERI_CTRL) = CLK_ENABLE;                 /* from the system clock */
    REG(CLK_USB_DIV) = 1u << 8;
    REG(CLK_USB_CTRL) = CLK_ENABLE;                  /* from PLL_USB */
    REG(WATCHDOG_TICK) = WATCHDOG_TICK_ENABLE | CRYSTAL_MHZ; /* the timer counts these ticks: without them, no time */
}

void chip_start(void)
{
    REG(WATCHDOG_CTRL) = 0; /* the boot ROM leaves it running after a drag and drop */
    start_clocks();
    SET(RESETS_RESET) = NEEDED; /* all start from a known state, the timer from zero */
    leave_reset(NEEDED);
}

void watchdog_start(void)
{
    /* A watchdog reset resets all but the oscillators. At power-on nothing is selected, and it would reset nothing. */
    REG(PSM_WDSEL) = PSM_ALL & ~PSM_ROSC_AND_XOSC;
    watchdog_feed();
    REG(WATCHDOG_SCRATCH0) = SCRATCH_ALIVE;
    SET(WATCHDOG_CTRL) = WATCHDOG_ENABLE;
}

void watchdog_feed(void)
{
    REG(WATCHDOG_LOAD) = 2 * WATCHDOG_US; /* it counts twice a tick: erratum RP2040-E1 */
}

uint64_t platform_now(void)
{
    uint32_t high = REG(TIMER_RAWH);
    for (;;) {
        uint32_t low = REG(TIMER_RAWL);
        uint32_t again = REG(TIMER_RAWH);
        if (again == high)
            return (uint64_t)high << 32 | low;
        high = again;
    }
}

void wake_within(uint32_t us)
{
    REG(TIMER_INTE) = 1;
    REG(TIMER_ALARM0) = REG(TIMER_RAWL) + us;
}

void timer_irq(void)
{
    REG(TIMER_INTR) = 1; /* the interrupt itself has woken the main loop */
}

void pin_function(unsigned pin, uint32_t function)
{
    REG(IO_CTRL(pin)) = function;
}

void irq_enable(unsigned irq, unsigned priority)
{
    uint32_t shift = 8u * (irq % 4u) + 6u;
    uint32_t others = REG(NVIC_IPR(irq / 4u)) & ~(3u << shift);
    REG(NVIC_IPR(irq / 4u)) = others | priority << shift;
    REG(NVIC_ISER) = 1u << irq;
}

/* Send a byte to the flash and return the received byte. A dead flash must not stop the board, so the wait is bounded. */
static uint8_t flash_byte(uint8_t sent)
{
    REG(SSI_DR0) = sent;
    for (int patience = 0; patience < 10000 && !(REG(SSI_SR) & SSI_SR_RFNE); patience++) {
    }
    return (uint8_t)REG(SSI_DR0);
}

/* Command 4Bh of the W25Q family: four empty bytes, then the eight of its unique number. Afterwards the flash is no longer
   mapped as memory, and nothing needs it: all code is in RAM. */
static void read_flash_number(uint8_t number[8])
{
    REG(SSI_SSIENR) = 0;
    REG(SSI_BAUDR) = 6;
    REG(SSI_CTRLR0) = 7u << 16; /* words of 8 bits, sending and receiving */
    REG(SSI_SER) = 1;
    REG(SSI_SSIENR) = 1;
    REG(IO_QSPI_SS_CTRL) = IO_OUTPUT_LOW; /* chip select by software: it must stay low from the first byte to the last */
    flash_byte(0x4b);
    for (int i = 0; i < 4; i++)
        flash_byte(0);
    for (int i = 0; i < 8; i++)
        number[i] = flash_byte(0);
    REG(IO_QSPI_SS_CTRL) = IO_OUTPUT_HIGH;
}

static uint8_t reset_reason(void)
{
    uint32_t alive = REG(WATCHDOG_SCRATCH0), chip = REG(CHIP_RESET);
    if (REG(WATCHDOG_REASON))
        return alive == SCRATCH_ALIVE ? PF_RESET_WATCHDOG : PF_RESET_REQUEST;
    if (chip & CHIP_RESET_HAD_RUN)
        return PF_RESET_RUN_PIN;
    return chip & CHIP_RESET_HAD_POR ? PF_RESET_POWER : PF_RESET_UNKNOWN;
}

/* The ring oscillator's jitter, mixed by a multiplication (FNV). */
static uint32_t random_word(void)
{
    uint32_t hash = 2166136261u;
    for (int bit = 0; bit < 256; bit++) {
        hash = (hash ^ (REG(ROSC_RANDOMBIT) & 1u)) * 16777619u;
        for (int pause = 0; pause < 8; pause++)
            __asm volatile("nop");
    }
    return hash;
}

void chip_identify(struct identity *identity)
{
    identity->reset = reset_reason();
    read_flash_number(identity->board_id);
    identity->boot_id = random_word();
    if (identity->boot_id == REG(WATCHDOG_SCRATCH1)) /* the previous boot's, if power stayed on */
        identity->boot_id++;
    REG(WATCHDOG_SCRATCH1) = identity->boot_id;
}

/* The boot ROM keeps 16-bit pointers near address 0, where the compiler assumes that no object can be. */
static uintptr_t rom_pointer(uint32_t at)
{
    __asm volatile("" : "+r"(at));
    return *(volatile uint16_t *)at;
}

_Noreturn void chip_bootloader(void)
{
    typedef void *(*lookup)(const uint16_t *table, uint32_t code);
    typedef void (*usb_boot)(uint32_t activity_pins, uint32_t without);
    disable_interrupts();
    REG(WATCHDOG_CTRL) = 0;
    REG(WATCHDOG_SCRATCH0) = 0;
    const uint16_t *table = (const uint16_t *)rom_pointer(0x14);
    lookup find = (lookup)rom_pointer(0x18);
    usb_boot reset_usb_boot = (usb_boot)find(table, 'U' | 'B' << 8);
    reset_usb_boot(0, 0);
    for (;;) {
    }
}
