#include "shift_register.h"

#include "bit_planes.h"
#include "hardware/dma.h"
#include "hardware/gpio.h"
#include "lamps.pio.h"

#define MACHINE 1u
#define FRAME_CHANNEL 1u
#define NEXT_CHANNEL 2u
#define PINS (1u << PF_REGISTER_DATA_PIN | 1u << PF_REGISTER_CLOCK_PIN | 1u << PF_REGISTER_LATCH_PIN)

static uint32_t frames[2][PLANES];
static uint32_t *volatile shown = frames[0]; /* the DMA reads it at the end of every frame */

_Static_assert(PF_REGISTER_LATCH_PIN == PF_REGISTER_CLOCK_PIN + 1, "the machine drives clock and latch as neighbours");

static void start_machine(void)
{
    unsigned begin = (unsigned)pio_add_program(pio0, &registers_program);
    pio_sm_config config = registers_program_get_default_config(begin);
    sm_config_set_out_pins(&config, PF_REGISTER_DATA_PIN, 1);
    sm_config_set_sideset_pins(&config, PF_REGISTER_CLOCK_PIN);
    sm_config_set_out_shift(&config, false, true, 32); /* a word is 32 bits, top first */
    sm_config_set_clkdiv_int_frac8(&config, PIO_DIVIDER(PLANE_MHZ) / 256u, PIO_DIVIDER(PLANE_MHZ) % 256u);
    pio_sm_set_consecutive_pindirs(pio0, MACHINE, PF_REGISTER_DATA_PIN, 1, true);
    pio_sm_set_consecutive_pindirs(pio0, MACHINE, PF_REGISTER_CLOCK_PIN, 2, true);
    pio_sm_init(pio0, MACHINE, begin, &config);
    pio_sm_set_enabled(pio0, MACHINE, true);
}

/* One channel sends a frame, the other then gives it the address of the next: for ever, and each frame is sent whole. */
static void start_frames(void)
{
    dma_channel_config frame = dma_channel_get_default_config(FRAME_CHANNEL), next = dma_channel_get_default_config(NEXT_CHANNEL);
    channel_config_set_dreq(&frame, pio_get_dreq(pio0, MACHINE, true));
    channel_config_set_chain_to(&frame, NEXT_CHANNEL);
    dma_channel_configure(FRAME_CHANNEL, &frame, &pio0_hw->txf[MACHINE], NULL, PLANES, false);
    channel_config_set_read_increment(&next, false);
    dma_channel_configure(NEXT_CHANNEL, &next, &dma_hw->ch[FRAME_CHANNEL].al3_read_addr_trig, &shown, 1, true);
}

static void let_pins_be(gpio_function_t function)
{
    gpio_set_function(PF_REGISTER_DATA_PIN, function);
    gpio_set_function(PF_REGISTER_CLOCK_PIN, function);
    gpio_set_function(PF_REGISTER_LATCH_PIN, function);
}

void shift_register_show(const uint8_t levels[PF_LAMPS])
{
    uint32_t *next = frames[shown == frames[0]];
    planes_of(levels, next);
    __compiler_memory_barrier(); /* the frame before its address */
    shown = next;
}

static void darken(void)
{
    static const uint8_t dark[PF_LAMPS];
    shift_register_show(dark);
}

void shift_register_start(void)
{
    if (!(pio0_hw->ctrl & 1u << MACHINE)) {
        start_machine();
        start_frames();
    }
    let_pins_be(GPIO_FUNC_PIO0);
}

static void pulse(unsigned pin)
{
    for (int high = 1; high >= 0; high--) {
        gpio_put(pin, high);
        busy_wait_at_least_cycles(40);
    }
}

void shift_register_stop(void)
{
    gpio_clr_mask(PINS);
    gpio_set_dir_out_masked(PINS);
    let_pins_be(GPIO_FUNC_SIO);
    for (unsigned bit = 0; bit < PF_LAMPS; bit++)
        pulse(PF_REGISTER_CLOCK_PIN);
    pulse(PF_REGISTER_LATCH_PIN);
    darken();
}
