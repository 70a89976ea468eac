/* What of the firmware knows no chip, as a library for the tests: plain functions over one board, one ring. */

#include <string.h>

#include "../src/board.h"
#include "../src/bytes.h"
#include "../src/edge.h"
#include "../src/lines.h"
#include "../src/bit_planes.h"
#include "../src/platform.h"

static struct ring ring;
static struct board board;
static struct lines lines;
static uint64_t now;
static uint32_t levels;
static bool boot_button;

uint64_t platform_now(void)
{
    return now;
}

struct standing platform_standing(void)
{
    return (struct standing){now, levels, ring.number, ring.lost, ring.put, ring.peak, lines.masked, lines.storms};
}

bool platform_boot_button(void)
{
    return boot_button;
}

void pure_boot_button(int is_down)
{
    boot_button = is_down;
}

void pure_start(uint64_t at)
{
    struct identity identity = {.boot_id = 0x01020304, .transport = PF_TRANSPORT_UART};
    memset(&ring, 0, sizeof ring);
    memset(&lines, 0, sizeof lines);
    now = at;
    board_start(&board, &identity, &ring);
}

void pure_time(uint64_t at, uint32_t closed)
{
    now = at;
    levels = closed;
    board_tick(&board);
}

void pure_edge(uint64_t at, uint8_t what)
{
    ring_put(&ring, at, what);
}

void pure_hello(void)
{
    board_hello(&board);
}


void pure_receive(const uint8_t *data, size_t length)
{
    for (size_t i = 0; i < length; i++)
        board_receive(&board, data[i]);
}

size_t pure_next(uint8_t *coded)
{
    return board_next_frame(&board, coded);
}

uint32_t pure_bad(void)
{
    return board.bad_frames;
}

uint32_t pure_lost(void)
{
    return ring.lost;
}

int pure_bootloader(void)
{
    return board.bootloader_asked;
}

void pure_levels(unsigned lamp, uint32_t ms, uint8_t *to)
{
    lamp_levels(&board.lamps, lamp, ms, to);
}

unsigned pure_output(void)
{
    return board.lamps.output;
}

void pure_planes(const uint8_t *levels, uint32_t *to)
{
    planes_of(levels, to);
}

unsigned pure_edges_seen(int closed, int fallen, int risen)
{
    return edges_seen(closed, fallen, risen);
}

void pure_sample(uint64_t time, uint32_t pins, uint32_t seen0, uint32_t seen1, uint32_t seen2, int more)
{
    struct sample sample = {.low = (uint32_t)time, .pins = pins, .seen = {seen0, seen1, seen2}};
    lines_take(&lines, &ring, time, &sample, more);
}

void pure_correct(uint64_t time, uint32_t closed)
{
    lines_correct(&lines, &ring, time, closed);
}

uint32_t pure_window(uint32_t closed)
{
    return lines_window(&lines, closed);
}

uint32_t pure_closed(void)
{
    return lines.closed;
}

uint32_t pure_masked(void)
{
    return lines.masked;
}

/* Which pins of a group storm, after samples of nothing else in which they changed like this. */
uint32_t pure_storming(const uint32_t *seen, unsigned count)
{
    static struct samples samples;
    memset(&samples, 0, sizeof samples);
    for (; samples.put < count; samples.put++)
        samples.slots[samples.put % SAMPLES_SLOTS].seen[1] = seen[samples.put];
    return samples_storming(&samples, count - 1, 1, sample_changed(seen[count - 1]));
}

uint8_t pure_share(uint8_t effect, uint8_t period, uint8_t phase, uint32_t ms)
{
    struct lamp lamp = {.effect = effect, .period = period, .phase = phase};
    return lamp_share(&lamp, ms);
}

uint8_t pure_gamma(uint8_t value)
{
    return lamp_gamma(value);
}

size_t pure_encode(uint8_t type, uint8_t sequence, const uint8_t *payload, size_t length, uint8_t *coded)
{
    return frame_encode(type, sequence, payload, length, coded);
}

/* Read frames out of `data`: each good one as type, sequence, length, payload into `to`. Give the bytes written. */
size_t pure_frames(const uint8_t *data, size_t length, uint8_t *to, uint32_t *bad)
{
    static struct frame_reader reader;
    size_t written = 0;
    memset(&reader, 0, sizeof reader);
    *bad = 0;
    for (size_t i = 0; i < length; i++) {
        enum frame_result result = frame_feed(&reader, data[i]);
        *bad += result == FRAME_BAD;
        if (result != FRAME_GOOD)
            continue;
        to[written++] = reader.type;
        to[written++] = reader.sequence;
        to[written++] = (uint8_t)reader.length;
        memcpy(to + written, reader.payload, reader.length);
        written += reader.length;
    }
    return written;
}

/* Put and take a queue's bytes in steps of these sizes; give how many came out in order. */
size_t pure_bytes(size_t put, size_t take, size_t total)
{
    static struct bytes queue;
    size_t in = 0, out = 0;
    memset(&queue, 0, sizeof queue);
    while (out < total) {
        for (size_t i = 0; i < put && in < total && bytes_room(&queue); i++)
            bytes_put(&queue, (uint8_t)(in++ * 7));
        for (size_t i = 0; i < take && bytes_held(&queue); i++)
            if (bytes_take(&queue) != (uint8_t)(out++ * 7))
                return out - 1;
    }
    return out;
}
