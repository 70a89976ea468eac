#include "lamp_driver.h"

#include "hardware/dma.h"
#include "hardware/gpio.h"
#include "hardware/pwm.h"
#include "lamps.pio.h"
#include "shift_register.h"

#define CHAIN_MACHINE 0u
#define CHAIN_CHANNEL 0u
#define PWM_STEPS 255u

static const uint8_t plain_pins[PF_PLAIN_LAMPS] = {PF_LAMP0_PIN, PF_LAMP1_PIN, PF_LAMP2_PIN, PF_LAMP3_PIN,
                                                   PF_LAMP4_PIN, PF_LAMP5_PIN, PF_LAMP6_PIN};
static uint32_t chain[PF_LAMPS]; /* the words that the DMA sends: green, red, blue, from the top bit down */

static void start_chain(void)
{
    unsigned begin = (unsigned)pio_add_program(pio0, &chain_program);
    pio_sm_config config = chain_program_get_default_config(begin);
    sm_config_set_out_pins(&config, PF_CHAIN_PIN, 1);
    sm_config_set_set_pins(&config, PF_CHAIN_PIN, 1);
    sm_config_set_out_shift(&config, false, true, 24); /* a word is 24 bits, top first */
    sm_config_set_fifo_join(&config, PIO_FIFO_JOIN_TX);
    sm_config_set_clkdiv_int_frac8(&config, PIO_DIVIDER(8) / 256u, PIO_DIVIDER(8) % 256u);
    pio_gpio_init(pio0, PF_CHAIN_PIN);
    gpio_set_drive_strength(PF_CHAIN_PIN, GPIO_DRIVE_STRENGTH_12MA);
    pio_sm_set_consecutive_pindirs(pio0, CHAIN_MACHINE, PF_CHAIN_PIN, 1, true);
    pio_sm_init(pio0, CHAIN_MACHINE, begin, &config);
    pio_sm_set_enabled(pio0, CHAIN_MACHINE, true);
}

static void start_plain(unsigned pin)
{
    pwm_config config = pwm_get_default_config();
    pwm_config_set_clkdiv_int(&config, 255); /* 125 MHz / 255 / 255: 1.9 kHz */
    pwm_config_set_wrap(&config, PWM_STEPS - 1);
    pwm_init(pwm_gpio_to_slice_num(pin), &config, false);
    gpio_init(pin);
    gpio_set_dir(pin, GPIO_OUT);
}

void lamp_driver_start(void)
{
    start_chain();
    for (unsigned lamp = 0; lamp < PF_PLAIN_LAMPS; lamp++)
        start_plain(plain_pins[lamp]);
    shift_register_stop();
    gpio_init(PICO_DEFAULT_LED_PIN);
    gpio_set_dir(PICO_DEFAULT_LED_PIN, GPIO_OUT);
}

/* Fully on and fully off are constant levels without PWM: such a pin has no edges at all. */
static void show_plain(unsigned pin, uint8_t level)
{
    if (level == 0 || level == PWM_STEPS) {
        gpio_put(pin, level);
        gpio_set_function(pin, GPIO_FUNC_SIO);
        return;
    }
    pwm_set_gpio_level(pin, level);
    pwm_set_enabled(pwm_gpio_to_slice_num(pin), true);
    gpio_set_function(pin, GPIO_FUNC_PWM);
}

static void send_chain(void)
{
    if (dma_channel_is_busy(CHAIN_CHANNEL))
        return;
    dma_channel_config config = dma_channel_get_default_config(CHAIN_CHANNEL);
    channel_config_set_dreq(&config, pio_get_dreq(pio0, CHAIN_MACHINE, true));
    dma_channel_configure(CHAIN_CHANNEL, &config, &pio0_hw->txf[CHAIN_MACHINE], chain, PF_LAMPS, true);
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
    gpio_put(PICO_DEFAULT_LED_PIN, on);
}
