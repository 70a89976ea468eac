#include "edges.h"

#include "chip.h"
#include "lines.h"
#include "platform.h"
#include "rp2040.h"
#include "sample.h"

#define AT_INTS ((IO_INTS(0) - IO_INTR(0)) / 4u)
#define PINS (ALL_LINES << PF_FIRST_LINE_PIN)

struct ring edges;
static struct lines lines;
static struct samples samples;
static uint64_t about; /* a recent time, us */
static volatile uint32_t cut[SAMPLE_GROUPS]; /* pins that the sampler masked by itself, at the place of SAMPLE_FELL */

/* The button pins of a group that have any of these bits set, four bits a pin. */
static uint32_t group_bits(unsigned group, uint32_t bits)
{
    uint32_t mask = 0;
    for (unsigned pin = 0; pin < SAMPLE_PINS; pin++)
        if (PINS >> (group * SAMPLE_PINS + pin) & 1u)
            mask |= bits << 4 * pin;
    return mask;
}

/* ---- the sampler: the interrupt of highest priority, which interrupts everything */

/* A storm leaves no time to decode, so the sampler itself masks the pins that storm. When the room for samples is nearly
   used up, it masks every pin that makes one. */
static __attribute__((noinline)) void relieve(const struct sample *sample)
{
    for (unsigned group = 0; group < SAMPLE_GROUPS; group++) {
        uint32_t changed = sample_changed(sample->seen[group]);
        if (samples_held(&samples) < SAMPLES_FULL)
            changed = samples_storming(&samples, samples.put, group, changed);
        CLEAR(IO_INTE(group)) = changed | changed << 1;
        cut[group] |= changed;
    }
}

/* It only records the registers: the shorter it is, the closer the stamps are to their edges. All edges found by one run
   have the time that is read first. */
void edges_irq(void)
{
    uint32_t low = REG(TIMER_RAWL), pins = REG(SIO_GPIO_IN);
    volatile uint32_t *io = &REG(IO_INTR(0));
    __asm volatile("" : "+r"(io)); /* keeps one address in a register; the compiler would load six */
    uint32_t seen0 = io[AT_INTS], seen1 = io[AT_INTS + 1], seen2 = io[AT_INTS + 2];
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
    __asm volatile("" ::: "memory");
    samples.put = put + 1;
    REG(NVIC_ISPR) = 1u << IRQ_DECODE;
}

/* ---- the decoder: an interrupt of our own, which only the sampler interrupts */

bool edges_pause(void)
{
    bool was_on = REG(NVIC_ISER) >> IRQ_DECODE & 1u;
    REG(NVIC_ICER) = 1u << IRQ_DECODE;
    __asm volatile("dsb\n isb" ::: "memory");
    return was_on;
}

void edges_resume(bool was_on)
{
    __asm volatile("" ::: "memory");
    REG(NVIC_ISER) = (uint32_t)was_on << IRQ_DECODE;
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
                bits |= (IO_EDGE_LOW | IO_EDGE_HIGH) << 4 * pin;
        if (on)
            REG(IO_INTR(group)) = bits; /* clear earlier edges */
        *(on ? &SET(IO_INTE(group)) : &CLEAR(IO_INTE(group))) = bits;
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
    return REG(IO_INTS(0)) | REG(IO_INTS(1)) | REG(IO_INTS(2));
}

/* Correct lines whose pin level differs from that left by their edges, unless a waiting sample may explain it. */
static void correct(void)
{
    disable_interrupts();
    uint32_t levels = lines_closed(REG(SIO_GPIO_IN)), wrong = (levels ^ lines.closed) & ~lines.masked;
    bool is_explained = wrong && (samples_held(&samples) || any_seen());
    uint64_t time = wrong ? platform_now() : 0;
    enable_interrupts();
    if (is_explained)
        return;
    lines.merged = false;
    if (wrong)
        lines_correct(&lines, &edges, time, levels);
}

void decode_irq(void)
{
    uint32_t masked = lines.masked;
    while (samples_held(&samples)) {
        const struct sample *sample = &samples.slots[samples.taken % SAMPLES_SLOTS];
        lines_take(&lines, &edges, time_of(sample), sample, samples_next_is_near(&samples));
        __asm volatile("" ::: "memory");
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
        disable_interrupts();
        cut[pin / SAMPLE_PINS] &= ~(calm & 1u ? bit : 0u);
        enable_interrupts();
    }
}

void edges_reconcile(void)
{
    bool was_on = edges_pause();
    about = platform_now();
    uint32_t calm = lines_window(&lines, lines_closed(REG(SIO_GPIO_IN)));
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
        REG(PAD(pin)) = PAD_INPUT | PAD_PULL_UP | PAD_SCHMITT | PAD_DRIVE_4MA;
        pin_function(pin, IO_FUNCTION_SIO);
    }
    for (uint64_t until = platform_now() + 100; platform_now() < until;) { /* the pull-ups need time to charge the lines */
    }
    lines.closed = lines_closed(REG(SIO_GPIO_IN));
    for (unsigned group = 0; group < SAMPLE_GROUPS; group++) {
        REG(IO_INTR(group)) = group_bits(group, IO_EDGE_LOW | IO_EDGE_HIGH);
        REG(IO_INTE(group)) = group_bits(group, IO_EDGE_LOW | IO_EDGE_HIGH);
    }
    irq_enable(IRQ_DECODE, 1);
    irq_enable(IRQ_IO_BANK0, 0);
    edges_reconcile(); /* covers changes between the reading and the clearing */
}
