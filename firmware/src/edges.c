#include "edges.h"

#include "chip.h"
#include "edge.h"
#include "platform.h"
#include "rp2040.h"

#define PINS (((1u << PF_LINES) - 1u) << PF_FIRST_LINE_PIN)
#define PINS_A_GROUP 8u
#define GROUPS 3u

struct ring edges;
static volatile uint32_t closed; /* a bit a line: what its edges told */

/* The button pins of a group that have any of these bits set, four bits a pin. */
static uint32_t group_bits(unsigned group, uint32_t bits)
{
    uint32_t mask = 0;
    for (unsigned pin = 0; pin < PINS_A_GROUP; pin++)
        if (PINS >> (group * PINS_A_GROUP + pin) & 1u)
            mask |= bits << 4 * pin;
    return mask;
}

static void report(unsigned line, uint64_t time)
{
    closed ^= 1u << line;
    ring_put(&edges, time, (uint8_t)(line | (closed >> line & 1u ? PF_EDGE_CLOSED : 0u)));
}

/* Lines whose pin reads otherwise than their edges told, and that have no edge waiting. */
static void report_strays(void)
{
    uint32_t levels = ~REG(SIO_GPIO_IN) >> PF_FIRST_LINE_PIN;
    uint32_t strays = (levels ^ closed) & ((1u << PF_LINES) - 1u);
    for (unsigned line = 0; strays; line++, strays >>= 1) {
        unsigned pin = line + PF_FIRST_LINE_PIN;
        uint32_t waiting = REG(IO_INTR(pin / PINS_A_GROUP)) >> 4 * (pin % PINS_A_GROUP);
        if (strays & 1u && !(waiting & (IO_EDGE_LOW | IO_EDGE_HIGH)))
            report(line, platform_now());
    }
}

/* The interrupt of highest priority: it interrupts everything. start.S read the low half of the timer as its first act;
   all edges of one run have that time. */
void edges_at(uint32_t low)
{
    uint32_t high = REG(TIMER_RAWH);
    uint64_t time = REG(TIMER_RAWL) >= low ? (uint64_t)high << 32 | low : platform_now(); /* once in 71 minutes */
    bool merged = false;
    for (unsigned group = 0; group < GROUPS; group++) {
        uint32_t seen = REG(IO_INTS(group));
        REG(IO_INTR(group)) = seen;
        for (unsigned pin = group * PINS_A_GROUP; seen; pin++, seen >>= 4) {
            unsigned line = pin - PF_FIRST_LINE_PIN;
            unsigned count = edges_seen(closed >> line & 1u, seen & IO_EDGE_LOW, seen & IO_EDGE_HIGH);
            merged |= count > 1;
            while (count--)
                report(line, time);
        }
    }
    if (merged) /* a third edge may hide behind the other two */
        report_strays();
}

void edges_reconcile(void)
{
    disable_interrupts();
    report_strays();
    enable_interrupts();
}

struct standing platform_standing(void)
{
    struct standing now;
    now.time = platform_now();
    while (platform_now() == now.time) { /* an edge of this very microsecond must be in the ring before we speak of it */
    }
    disable_interrupts();
    now.levels = closed;
    now.number = edges.number;
    now.lost = edges.lost;
    now.put = edges.put;
    now.peak = edges.peak;
    enable_interrupts();
    return now;
}

void edges_start(void)
{
    for (unsigned pin = PF_FIRST_LINE_PIN; pin < PF_FIRST_LINE_PIN + PF_LINES; pin++) {
        REG(PAD(pin)) = PAD_INPUT | PAD_PULL_UP | PAD_SCHMITT | PAD_DRIVE_4MA;
        pin_function(pin, IO_FUNCTION_SIO);
    }
    for (uint64_t until = platform_now() + 100; platform_now() < until;) { /* the pull-ups need their time */
    }
    closed = ~REG(SIO_GPIO_IN) >> PF_FIRST_LINE_PIN & ((1u << PF_LINES) - 1u);
    for (unsigned group = 0; group < GROUPS; group++) {
        REG(IO_INTR(group)) = group_bits(group, IO_EDGE_LOW | IO_EDGE_HIGH);
        REG(IO_INTE(group)) = group_bits(group, IO_EDGE_LOW | IO_EDGE_HIGH);
    }
    irq_enable(IRQ_IO_BANK0, 0);
    edges_reconcile(); /* what changed between the reading and the clearing */
}
