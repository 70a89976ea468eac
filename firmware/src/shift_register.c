#include "shift_register.h"

#include "chip.h"
#include "bit_planes.h"
#include "rp2040.h"

#define PINS (1u << PF_REGISTER_DATA_PIN | 1u << PF_REGISTER_CLOCK_PIN | 1u << PF_REGISTER_LATCH_PIN)

static uint32_t frames[2][PLANES];
static uint32_t *volatile shown = frames[0]; /* the DMA reads it at the end of every frame */

/* A turn takes 250 ns: more than the 74HC595's data sheets require, even at 2 V, for the width of a pulse and for the setup
   of data before clock and of clock before latch. The latch takes over a plane before the next plane begins to shift. */
#define CLOCK (1u << 11)
#define LATCH (2u << 11)
#define START 4u /* after the program of the chain */
static const uint16_t program[] = {
    0xe02f,                         /* set x, 15 */
    0x6001,                         /* bit: out pins, 1 */
    0x0040 | CLOCK | (START + 1u),  /* jmp x--, bit */
    0x6050,                         /* out y, 16 */
    0xa042 | LATCH,                 /* nop */
    0x0080 | (START + 5u),          /* hold: jmp y--, hold */
};
#define LENGTH (sizeof program / sizeof program[0])
#define PINCTRL_SIDE ((uint32_t)PF_REGISTER_CLOCK_PIN << 10)
#define SET_PINDIRS_1 0xe081u
#define SET_PINDIRS_3 0xe083u

_Static_assert(PF_REGISTER_LATCH_PIN == PF_REGISTER_CLOCK_PIN + 1, "the machine drives clock and latch as neighbours");

static void start_machine(void)
{
    for (unsigned i = 0; i < LENGTH; i++)
        REG(PIO0_INSTR_MEM(START + i)) = program[i];
    REG(PIO0_SM1_CLKDIV) = 31u << 16 | 64u << 8; /* 125 MHz / 31.25 = 4 MHz */
    REG(PIO0_SM1_EXECCTRL) = (START + LENGTH - 1) << 12 | START << 7;
    REG(PIO0_SM1_SHIFTCTRL) = 1u << 17; /* a word is 32 bits, top first */
    REG(PIO0_SM1_PINCTRL) = 1u << 26 | PF_REGISTER_DATA_PIN << 5;
    REG(PIO0_SM1_INSTR) = SET_PINDIRS_1;
    REG(PIO0_SM1_PINCTRL) = 2u << 26 | PF_REGISTER_CLOCK_PIN << 5;
    REG(PIO0_SM1_INSTR) = SET_PINDIRS_3;
    REG(PIO0_SM1_PINCTRL) = 2u << 29 | 1u << 20 | PINCTRL_SIDE | PF_REGISTER_DATA_PIN;
    REG(PIO0_SM1_INSTR) = START; /* jmp */
    SET(PIO0_CTRL) = PIO_RESTART(1) | PIO_ENABLE(1);
}

/* One channel sends a frame, the other then gives it the address of the next: for ever, and each frame is sent whole. */
static void start_frames(void)
{
    REG(DMA_WRITE(1)) = PIO0_TXF1;
    REG(DMA_COUNT(1)) = PLANES;
    REG(DMA_CTRL(1)) = DMA_IRQ_QUIET | DMA_PACED_BY_PIO0_TX1 | DMA_CHAIN_TO(2) | DMA_INCR_READ | DMA_WORDS | DMA_ENABLE;
    REG(DMA_READ(2)) = (uint32_t)(uintptr_t)&shown;
    REG(DMA_WRITE(2)) = DMA_READ_TRIG(1);
    REG(DMA_COUNT(2)) = 1;
    REG(DMA_CTRL_TRIG(2)) = DMA_IRQ_QUIET | DMA_UNPACED | DMA_CHAIN_TO(2) | DMA_WORDS | DMA_ENABLE;
}

static void let_pins_be(uint32_t function)
{
    pin_function(PF_REGISTER_DATA_PIN, function);
    pin_function(PF_REGISTER_CLOCK_PIN, function);
    pin_function(PF_REGISTER_LATCH_PIN, function);
}

void shift_register_show(const uint8_t levels[PF_LAMPS])
{
    uint32_t *next = frames[shown == frames[0]];
    planes_of(levels, next);
    __asm volatile("" ::: "memory"); /* the frame before its address */
    shown = next;
}

static void darken(void)
{
    static const uint8_t dark[PF_LAMPS];
    shift_register_show(dark);
}

void shift_register_start(void)
{
    if (!(REG(PIO0_CTRL) & PIO_ENABLE(1))) {
        start_machine();
        start_frames();
    }
    let_pins_be(IO_FUNCTION_PIO0);
}

static void pulse(unsigned pin)
{
    for (int high = 1; high >= 0; high--) {
        REG(high ? SIO_GPIO_OUT_SET : SIO_GPIO_OUT_CLR) = 1u << pin;
        for (int pause = 0; pause < 10; pause++)
            __asm volatile("nop");
    }
}

void shift_register_stop(void)
{
    REG(SIO_GPIO_OUT_CLR) = PINS;
    let_pins_be(IO_FUNCTION_SIO);
    for (unsigned bit = 0; bit < PF_LAMPS; bit++)
        pulse(PF_REGISTER_CLOCK_PIN);
    pulse(PF_REGISTER_LATCH_PIN);
    darken();
}
