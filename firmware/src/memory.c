/* The two functions that compiled code calls implicitly; there is no C library. */

#include <stddef.h>
#include <stdint.h>

void *memset(void *to, int value, size_t length)
{
    for (uint8_t *byte = to; length--;)
        *byte++ = (uint8_t)value;
    return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t length)
{
    const uint8_t *source = from;
    for (uint8_t *byte = to; length--;)
        *byte++ = *source++;
    return to;
}
