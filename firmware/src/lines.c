#include "lines.h"

#include "edge.h"

static void report(struct lines *lines, struct ring *ring, uint64_t time, unsigned line)
{
    uint32_t bit = 1u << line;
    if (lines->masked & bit)
        return;
    if (lines->edges[line] >= PF_STORM_EDGES) {
        lines_mask(lines, line);
        return;
    }
    lines->edges[line]++;
    lines->closed ^= bit;
    ring_put(ring, time, (uint8_t)(line | (lines->closed & bit ? PF_EDGE_CLOSED : 0u)));
}

static void report_pending(struct lines *lines, struct ring *ring, uint64_t time)
{
    uint32_t pending = lines->pending;
    lines->pending = 0;
    for (unsigned line = 0; pending; line++, pending >>= 1)
        if (pending & 1u)
            report(lines, ring, time, line);
}

static void take_line(struct lines *lines, struct ring *ring, uint64_t time, unsigned line, uint32_t seen, bool level)
{
    bool closed = lines->closed >> line & 1u;
    unsigned count = edges_seen(closed, seen & SAMPLE_FELL, seen & SAMPLE_ROSE);
    bool last = closed ^ (count & 1u); /* the level after the last edge */
    lines->merged |= count > 1;
    if (level != last) { /* the last edge came after the levels were read */
        lines->pending |= 1u << line;
        count--;
    }
    while (count--)
        report(lines, ring, time, line);
}

void lines_take(struct lines *lines, struct ring *ring, uint64_t time, const struct sample *sample, bool more)
{
    uint32_t levels = lines_closed(sample->pins);
    report_pending(lines, ring, time);
    for (unsigned group = 0; group < SAMPLE_GROUPS; group++) {
        uint32_t seen = sample->seen[group];
        unsigned line = group * SAMPLE_PINS - PF_FIRST_LINE_PIN;
        if (!(seen & 0xffffu)) {
            seen >>= 16;
            line += 4;
        }
        for (; seen; line++, seen >>= 4)
            if (seen & (SAMPLE_FELL | SAMPLE_ROSE) && !(lines->masked >> line & 1u))
                take_line(lines, ring, time, line, seen, levels >> line & 1u);
    }
    if (lines->pending && !more)
        report_pending(lines, ring, time);
}

void lines_correct(struct lines *lines, struct ring *ring, uint64_t time, uint32_t levels)
{
    uint32_t wrong = (levels ^ lines->closed) & ~lines->masked;
    for (unsigned line = 0; wrong; line++, wrong >>= 1)
        if (wrong & 1u)
            report(lines, ring, time, line);
}

void lines_mask(struct lines *lines, unsigned line)
{
    uint32_t bit = 1u << line;
    if (lines->masked & bit)
        return;
    lines->masked |= bit;
    lines->pending &= ~bit;
    lines->windows[line] = PF_STORM_MASK_MS / PF_STORM_WINDOW_MS;
    lines->storms++;
}

uint32_t lines_window(struct lines *lines, uint32_t levels)
{
    uint32_t calm = 0, unheard = levels & ~lines->closed; /* closed at an unknown time */
    for (unsigned line = 0; line < PF_LINES; line++) {
        uint32_t bit = 1u << line;
        lines->edges[line] = 0;
        if (!(lines->masked & bit))
            continue;
        if (lines->windows[line])
            lines->windows[line]--;
        else if (!(unheard & bit))
            calm |= bit;
    }
    lines->masked &= ~calm;
    return calm;
}
