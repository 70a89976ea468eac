/* The tester: a second board, whose lines are wired to those of a cabinet. It closes contacts at known times, and stamps what
   its pins do, the pin of a light sensor among them, as the button board does.

   The host sends a list of steps, then RUN. A state machine carries the steps out by its own clock, fed by DMA: nothing that
   the processor does moves them. A PONG with RUN's nonce says that they are done, after every edge that they made. */

#include "contacts.pio.h"
#include "edges.h"
#include "hardware/dma.h"
#include "lines.h"
#include "platform.h"
#include "serve.h"

#define MACHINE 0u
#define CHANNEL 0u
_Static_assert(SYS_CLK_HZ % (1000000000u / PF_STEP_NS) == 0, "a turn is exact on either chip");

static struct board board;

static struct step {
    uint32_t turns;  /* as the machine counts them, PF_LEAST_TURNS fewer than the host says */
    uint32_t closed; /* bit n for line n */
} steps[PF_MOST_STEPS];
static uint32_t held; /* steps received */
static bool runs;
static uint32_t nonce; /* of what runs */

static void start_contacts(void)
{
    unsigned begin = (unsigned)pio_add_program(pio0, &contacts_program);
    pio_sm_config config = contacts_program_get_default_config(begin);
    sm_config_set_out_pins(&config, PF_FIRST_LINE_PIN, PF_LINES);
    sm_config_set_out_shift(&config, true, false, 32);
    sm_config_set_clkdiv_int_frac8(&config, CONTACTS_DIVIDER, 0);
    pio_sm_init(pio0, MACHINE, begin, &config);
    pio_sm_set_pins_with_mask(pio0, MACHINE, 0, ALL_LINES << PF_FIRST_LINE_PIN);
    pio_sm_set_consecutive_pindirs(pio0, MACHINE, PF_FIRST_LINE_PIN, PF_LINES, false);
    for (unsigned pin = PF_FIRST_LINE_PIN; pin < PF_FIRST_LINE_PIN + PF_LINES; pin++)
        pio_gpio_init(pio0, pin);
    pio_sm_set_enabled(pio0, MACHINE, true);
}

static bool take_steps(const uint8_t *payload, size_t length)
{
    if (runs || length < PF_SIZE_STEPS_HEAD || (length - PF_SIZE_STEPS_HEAD) % PF_SIZE_STEP)
        return false;
    uint32_t first = payload[0] | (uint32_t)payload[1] << 8, count = (length - PF_SIZE_STEPS_HEAD) / PF_SIZE_STEP;
    if (first == 0)
        held = 0;
    if (first != held || count > PF_MOST_STEPS - held) /* a frame is missing: RUN then counts fewer */
        return false;
    for (payload += PF_SIZE_STEPS_HEAD; count--; payload += PF_SIZE_STEP) {
        uint32_t turns = get_u32(payload);
        if (turns < PF_LEAST_TURNS)
            return false;
        steps[held++] = (struct step){turns - PF_LEAST_TURNS, payload[4] | (uint32_t)payload[5] << 8};
    }
    return true;
}

static bool run(const uint8_t *payload, size_t length)
{
    if (runs || length < PF_SIZE_RUN || held == 0 || (payload[4] | (uint32_t)payload[5] << 8) != held)
        return false;
    dma_channel_config config = dma_channel_get_default_config(CHANNEL);
    channel_config_set_dreq(&config, pio_get_dreq(pio0, MACHINE, true));
    dma_channel_configure(CHANNEL, &config, &pio0_hw->txf[MACHINE], steps, 2 * held, true);
    nonce = get_u32(payload);
    runs = true;
    return true;
}

static bool obey(const struct frame_reader *frame)
{
    switch (frame->type) {
    case PF_TYPE_STEPS:
        return take_steps(frame->payload, frame->length);
    case PF_TYPE_RUN:
        return run(frame->payload, frame->length);
    default:
        return false;
    }
}

/* The machine takes the last word where it carries out the last step. */
static void finish(void)
{
    if (!runs || dma_channel_is_busy(CHANNEL) || !pio_sm_is_tx_fifo_empty(pio0, MACHINE))
        return;
    runs = false;
    board_pong(&board, nonce);
}

static void reconcile(void)
{
    static uint64_t next;
    uint64_t now = platform_now();
    if (now < next)
        return;
    next = now + PF_STORM_WINDOW_MS * 1000u;
    edges_reconcile();
}

int main(void)
{
    serve_start(&board);
    start_contacts();
    board.obey_more = obey;
    for (;;) {
        serve_receive(&board);
        reconcile();
        finish();
        serve_send(&board);
    }
}
