#include "lamp_driver.h"

#include "chip.h"
#include "shift_register.h"
#include "rp2040.h"

#define LED_PIN 25u
#define PWM_STEPS 255u

static const uint8_t plain_pins[PF_PLAIN_LAMPS] = {PF_LAMP0_PIN, PF_LAMP1_PIN, PF_LAMP2_PIN, PF_LAMP3_PIN,
                                                   PF_LAMP4_PIN, PF_LAMP5_PIN, PF_LAMP6_PIN};
static uint32_t chain[PF_LAMPS]; /* the words that the DMA sends: green, red, blue, from the top bit down */

/* A bit of a WS2812 takes ten cycles of 125 ns: three high, three at the level of the bit, four low. The machine waits in
   the low part while it has no data. */
static const uint16_t chain_program[] = {
    0x6021 | 1 << 8, /* out x, 1 */
    0xe001 | 2 << 8, /* set pins, 1 */
    0xa001 | 2 << 8, /* mov pins, x */
    0xe000 | 1 << 8, /* set pins, 0 */
};
#define CHAIN_PROGRAM_LENGTH (sizeof chain_program / sizeof chain_program[0])
#define SET_PINDIRS_1 0xe081u

static void output_pin(unsigned pin, uint32_t function, uint32_t drive)
{
    REG(PAD(pin)) = PAD_INPUT | drive;
    pin_function(pin, function);
}

static void start_chain(void)
{
    for (unsigned i = 0; i < CHAIN_PROGRAM_LENGTH; i++)
        REG(PIO0_INSTR_MEM(i)) = chain_program[i];
    REG(PIO0_SM0_CLKDIV) = 15u << 16 | 160u << 8;                       /* 125 MHz / 15.625 = 8 MHz */
    REG(PIO0_SM0_EXECCTRL) = (CHAIN_PROGRAM_LENGTH - 1) << 12;          /* wrap from the last instruction to the first */
    REG(PIO0_SM0_SHIFTCTRL) = 1u << 30 | 24u << 25 | 1u << 17;          /* both FIFOs to send; a word is 24 bits, top first */
    REG(PIO0_SM0_PINCTRL) = 1u << 26 | 1u << 20 | PF_CHAIN_PIN << 5 | PF_CHAIN_PIN;
    REG(PIO0_SM0_INSTR) = SET_PINDIRS_1;
    SET(PIO0_CTRL) = PIO_ENABLE(0);
    output_pin(PF_CHAIN_PIN, IO_FUNCTION_PIO0, PAD_DRIVE_12MA);
}

static void start_plain(unsigned pin)
{
    uint32_t slice = pin / 2 % 8;
    REG(PWM_DIV(slice)) = 255u << 4; /* 125 MHz / 255 / 255: 1.9 kHz */
    REG(PWM_TOP(slice)) = PWM_STEPS - 1;
    REG(PWM_CSR(slice)) = 0;
    REG(SIO_GPIO_OUT_CLR) = 1u << pin;
    REG(SIO_GPIO_OE_SET) = 1u << pin;
    output_pin(pin, IO_FUNCTION_SIO, PAD_DRIVE_4MA);
}

void lamp_driver_start(void)
{
    start_chain();
    for (unsigned lamp = 0; lamp < PF_PLAIN_LAMPS; lamp++)
        start_plain(plain_pins[lamp]);
    shift_register_stop();
    REG(SIO_GPIO_OE_SET) = 1u << LED_PIN;
    output_pin(LED_PIN, IO_FUNCTION_SIO, PAD_DRIVE_4MA);
}

/* Fully on and fully off are constant levels without PWM: such a pin has no edges at all. */
static void show_plain(unsigned pin, uint8_t level)
{
    uint32_t shift = pin % 2 * 16;
    uint32_t slice = pin / 2 % 8;
    if (level == 0 || level == PWM_STEPS) {
        REG(level ? SIO_GPIO_OUT_SET : SIO_GPIO_OUT_CLR) = 1u << pin;
        pin_function(pin, IO_FUNCTION_SIO);
        return;
    }
    REG(PWM_CC(slice)) = (REG(PWM_CC(slice)) & ~(0xffffu << shift)) | (uint32_t)level << shift;
    REG(PWM_CSR(slice)) = 1;
    pin_function(pin, IO_FUNCTION_PWM);
}

static void send_chain(void)
{
    if (REG(DMA_CTRL_TRIG(0)) & DMA_BUSY)
        return;
    REG(DMA_READ(0)) = (uint32_t)(uintptr_t)chain;
    REG(DMA_WRITE(0)) = PIO0_TXF0;
    REG(DMA_COUNT(0)) = PF_LAMPS;
    REG(DMA_CTRL_TRIG(0)) =
        DMA_IRQ_QUIET | DMA_PACED_BY_PIO0_TX0 | DMA_CHAIN_TO(0) | DMA_INCR_READ | DMA_WORDS | DMA_ENABLE;
}

static uint8_t brightest(const uint8_t levels[3])
{
    uint8_t most = levels[0] > levels[1] ? levels[0] : levels[1];
    return most > levels[2] ? most : levels[2];
}

/* Switch the pins of the last plain lamps to this output. */
static void switch_to(uint8_t output)
{
    static uint8_t now = PF_OUTPUT_PINS;
    if (output == now)
        return;
    now = output;
    if (output == PF_OUTPUT_REGISTERS)
        shift_register_start();
    else
        shift_register_stop();
}

void lamp_driver_show(const struct lamps *lamps, uint32_t ms)
{
    uint8_t plain[PF_LAMPS];
    bool has_registers = lamps->output == PF_OUTPUT_REGISTERS;
    switch_to(lamps->output);
    for (unsigned lamp = 0; lamp < PF_LAMPS; lamp++) {
        uint8_t levels[3];
        lamp_levels(lamps, lamp, ms, levels);
        chain[lamp] = (uint32_t)levels[1] << 24 | (uint32_t)levels[0] << 16 | (uint32_t)levels[2] << 8;
        plain[lamp] = brightest(levels);
    }
    for (unsigned lamp = 0; lamp < (has_registers ? PF_PLAIN_BESIDE_REGISTERS : PF_PLAIN_LAMPS); lamp++)
        show_plain(plain_pins[lamp], plain[lamp]);
    if (has_registers)
        shift_register_show(plain);
    send_chain();
}

void lamp_driver_led(bool on)
{
    REG(on ? SIO_GPIO_OUT_SET : SIO_GPIO_OUT_CLR) = 1u << LED_PIN;
}
