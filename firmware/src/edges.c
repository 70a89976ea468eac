#include "edges.h"

#include "hardware/gpio.h"
#include "hardware/irq.h"
#include "hardware/structs/io_bank0.h"
#include "hardware/structs/nvic.h"
#include "hardware/structs/sio.h"
#include "hardware/sync.h"
#include "hardware/timer.h"
#include "lines.h"
#include "platform.h"
#include "sample.h"

/* Of the chip's registers, both chips' in one text: the SDK's structs differ in their lengths alone. */
#define RAISED (io_bank0_hw->intr)                      /* writing a one clears an edge */
#define ENABLED (io_bank0_hw->proc0_irq_ctrl.inte)
#define SEEN (io_bank0_hw->proc0_irq_ctrl.ints)
#define AT_SEEN ((offsetof(io_bank0_hw_t, proc0_irq_ctrl.ints) - offsetof(io_bank0_hw_t, intr)) / 4u)
#define EDGES_OF_A_PIN (GPIO_IRQ_EDGE_FALL | GPIO_IRQ_EDGE_RISE)
_Static_assert(GPIO_IRQ_EDGE_FALL == SAMPLE_FELL && GPIO_IRQ_EDGE_RISE == SAMPLE_ROSE, "samples have the chip's own layout");

/* The decoder's interrupt has no hardware. Its registers are written directly: the SDK's irq_set_enabled forgets a pending
   interrupt, and nothing but the next edge would raise this one again. */
#define DECODE FIRST_USER_IRQ
#define DECODE_BIT (1u << DECODE % 32u)
#define NVIC(registers) (((io_rw_32 *)&nvic_hw->registers)[DECODE / 32u])
#define PRIORITY_EDGES 0x00u  /* everything else has the SDK's 0x80, … */
#define PRIORITY_DECODE 0xc0u /* … and interrupts the decoder: samples wait for it, the line would not */

struct ring edges;
static struct lines lines;
static struct samples samples;
static uint64_t about; /* a recent time, us */
static volatile uint32_t cut[SAMPLE_GROUPS]; /* pins that the sampler masked by itself, at the place of SAMPLE_FELL */

/* ---- the sampler: the interrupt of highest priority, which interrupts everything */

/* A storm leaves no time to decode, so the sampler itself masks the pins that storm. When the room for samples is nearly
   used up, it masks every pin that makes one. */
static __attribute__((noinline)) void relieve(const struct sample *sample)
{
    for (unsigned group = 0; group < SAMPLE_GROUPS; group++) {
        uint32_t changed = sample_changed(sample->seen[group]);
        if (samples_held(&samples) < SAMPLES_FULL)
            changed = samples_storming(&samples, samples.put, group, changed);
        hw_clear_bits(&ENABLED[group], changed | changed << 1);
        cut[group] |= changed;
    }
}

/* It only records the registers: the shorter it is, the closer the stamps are to their edges. All edges found by one run
   have the time that is read first. */
static void edges_irq(void)
{
    uint32_t low = timer_hw->timerawl, pins = sio_hw->gpio_in;
    io_rw_32 *io = &RAISED[0];
    __asm volatile("" : "+r"(io)); /* keeps one address in a register; the compiler would load six */
    uint32_t seen0 = io[AT_SEEN], seen1 = io[AT_SEEN + 1], seen2 = io[AT_SEEN + 2];
    io[0] = seen0;
    io[1] = seen1;
    io[2] = seen2;
    uint32_t put = samples.put;
    struct sample *sample = &samples.slots[put % SAMPLES_SLOTS];
    sample->low = low;
    sample->pins = pins;
    sample->seen[0] = seen0;
    sample->seen[1] = seen1;
    sample->seen[2] = seen2;
    if (put - samples.taken >= SAMPLES_CROWDED)
        relieve(sample);
    __compiler_memory_barrier();
    samples.put = put + 1;
    NVIC(ispr) = DECODE_BIT;
}

/* ---- the decoder: an interrupt of our own, the least urgent */

bool edges_pause(void)
{
    bool was_on = NVIC(iser) & DECODE_BIT;
    NVIC(icer) = DECODE_BIT;
    __dsb();
    __isb();
    return was_on;
}

void edges_resume(bool was_on)
{
    __compiler_memory_barrier();
    NVIC(iser) = was_on ? DECODE_BIT : 0;
}

/* The sample's 64-bit time; the sample was taken within 35 minutes of `about`. */
static uint64_t time_of(const struct sample *sample)
{
    return about + (int32_t)(sample->low - (uint32_t)about);
}

static void listen(uint32_t wanted, bool on)
{
    for (unsigned group = 0; group < SAMPLE_GROUPS; group++) {
        uint32_t bits = 0;
        for (unsigned pin = 0; pin < SAMPLE_PINS; pin++)
            if (wanted << PF_FIRST_LINE_PIN >> (group * SAMPLE_PINS + pin) & 1u)
                bits |= EDGES_OF_A_PIN << 4 * pin;
        if (on) {
            RAISED[group] = bits; /* clear earlier edges */
            hw_set_bits(&ENABLED[group], bits);
        } else {
            hw_clear_bits(&ENABLED[group], bits);
        }
    }
}

static void mask_what_was_cut(void)
{
    for (unsigned line = 0; line < PF_LINES; line++) {
        unsigned pin = line + PF_FIRST_LINE_PIN;
        if (cut[pin / SAMPLE_PINS] >> 4 * (pin % SAMPLE_PINS) & SAMPLE_FELL)
            lines_mask(&lines, line);
    }
}

static uint32_t any_seen(void)
{
    return SEEN[0] | SEEN[1] | SEEN[2];
}

/* Correct lines whose pin level differs from that left by their edges, unless a waiting sample may explain it. */
static void correct(void)
{
    uint32_t interrupts = save_and_disable_interrupts();
    uint32_t levels = lines_closed(sio_hw->gpio_in), wrong = (levels ^ lines.closed) & ~lines.masked;
    bool is_explained = wrong && (samples_held(&samples) || any_seen());
    uint64_t time = wrong ? platform_now() : 0;
    restore_interrupts(interrupts);
    if (is_explained)
        return;
    lines.merged = false;
    if (wrong)
        lines_correct(&lines, &edges, time, levels);
}

static void decode_irq(void)
{
    uint32_t masked = lines.masked;
    while (samples_held(&samples)) {
        const struct sample *sample = &samples.slots[samples.taken % SAMPLES_SLOTS];
        lines_take(&lines, &edges, time_of(sample), sample, samples_next_is_near(&samples));
        __compiler_memory_barrier();
        samples.taken++;
        if (lines.masked != masked)
            listen(lines.masked & ~masked, false);
        masked = lines.masked;
    }
    if (cut[0] | cut[1] | cut[2])
        mask_what_was_cut();
    if (lines.merged)
        correct();
}

/* ---- for the main loop */

static void forget_cut(uint32_t calm)
{
    for (unsigned line = 0; calm; line++, calm >>= 1) {
        unsigned pin = line + PF_FIRST_LINE_PIN;
        uint32_t bit = SAMPLE_FELL << 4 * (pin % SAMPLE_PINS);
        uint32_t interrupts = save_and_disable_interrupts();
        cut[pin / SAMPLE_PINS] &= ~(calm & 1u ? bit : 0u);
        restore_interrupts(interrupts);
    }
}

void edges_reconcile(void)
{
    bool was_on = edges_pause();
    about = platform_now();
    uint32_t calm = lines_window(&lines, lines_closed(sio_hw->gpio_in));
    forget_cut(calm);
    listen(calm, true);
    correct();
    edges_resume(was_on);
}

struct standing platform_standing(void)
{
    struct standing now;
    now.time = platform_now();
    while (platform_now() == now.time) { /* an edge of this microsecond must be in the ring before a frame states the time */
    }
    bool was_on = edges_pause();
    now.levels = lines.closed;
    now.masked = lines.masked;
    now.storms = lines.storms;
    now.number = edges.number;
    now.lost = edges.lost;
    now.put = edges.put;
    now.peak = edges.peak;
    edges_resume(was_on);
    return now;
}

void edges_start(uint32_t first_number)
{
    edges.number = first_number;
    for (unsigned pin = PF_FIRST_LINE_PIN; pin < PF_FIRST_LINE_PIN + PF_LINES; pin++) {
        gpio_init(pin);
        gpio_pull_up(pin); /* never a pull-down: on an RP2350 the pin may stay high (erratum RP2350-E9) */
    }
    for (uint64_t until = platform_now() + 100; platform_now() < until;) { /* the pull-ups need time to charge the lines */
    }
    lines.closed = lines_closed(sio_hw->gpio_in);
    listen(ALL_LINES, true);
    irq_set_exclusive_handler(DECODE, decode_irq);
    irq_set_priority(DECODE, PRIORITY_DECODE);
    irq_set_exclusive_handler(IO_IRQ_BANK0, edges_irq);
    irq_set_priority(IO_IRQ_BANK0, PRIORITY_EDGES);
    irq_set_enabled(IO_IRQ_BANK0, true);
    edges_resume(true);
    edges_reconcile(); /* covers changes between the reading and the clearing */
}
