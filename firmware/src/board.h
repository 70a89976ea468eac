/* What the board says and what it does when told: from edges and frames to frames. Pure but for `platform.h`.

   It keeps the promise "told up to" of docs/protocol.md: whatever states a time goes out after every edge up to that time. */
#ifndef PF_BOARD_H
#define PF_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "frame.h"
#include "lamps.h"
#include "ring.h"

#define VERSION_MAJOR 0
#define VERSION_MINOR 3
#define VERSION_PATCH 0

struct identity {
    uint8_t board_id[8];
    uint32_t boot_id;
    uint8_t reset, transport;
};

/* How the board stands: every edge stamped at or before `time` is among the first `put` of the ring, or lost. */
struct standing {
    uint64_t time;
    uint32_t levels, number, lost, put, peak;
    uint32_t masked, storms; /* lines nobody listens to just now, and how often one was masked */
};

/* Something that has to be said after the edges before it. */
struct notice {
    uint8_t type;
    uint32_t nonce;
    struct standing at;
};

#define NOTICES 8u

struct board {
    struct identity identity;
    struct ring *ring;
    struct frame_reader reader;
    struct lamps lamps;
    struct notice notices[NOTICES];
    uint32_t notices_put, notices_taken;
    uint32_t bad_frames;
    uint64_t next_status, last_heard;
    uint8_t sequence;
    bool bootloader_asked;
};

void board_start(struct board *board, const struct identity *identity, struct ring *ring);

/* Take a byte of the line. */
void board_receive(struct board *board, uint8_t byte);

/* Let a HELLO follow. */
void board_hello(struct board *board);

/* Do what is due: the status, the darkness after a long silence. */
void board_tick(struct board *board);

/* Write the next frame to be sent into `coded` (FRAME_MAX_CODED bytes); give its length, 0 if there is none. */
size_t board_next_frame(struct board *board, uint8_t *coded);

#endif
