/* The line as a UART: PF_UART_BAUD, 8 data bits, no parity, one stop bit. It is always open. */

#include "bytes.h"
#include "hardware/gpio.h"
#include "hardware/irq.h"
#include "hardware/uart.h"
#include "transport.h"

const uint8_t transport_kind = PF_TRANSPORT_UART;

static struct bytes incoming, outgoing;

static void send(void)
{
    while (bytes_held(&outgoing) && uart_is_writable(uart0))
        uart_get_hw(uart0)->dr = (uint32_t)bytes_take(&outgoing);
    uart_set_irqs_enabled(uart0, true, bytes_held(&outgoing) != 0);
}

static void uart_irq(void)
{
    while (uart_is_readable(uart0))
        bytes_put(&incoming, (uint8_t)uart_get_hw(uart0)->dr);
    uart_get_hw(uart0)->icr = UART_UARTICR_RTIC_BITS | UART_UARTICR_TXIC_BITS;
    send();
}

void transport_start(void)
{
    uart_init(uart0, PF_UART_BAUD);
    gpio_pull_up(PF_UART_RX_PIN); /* an open wire must not send data */
    gpio_set_function(PF_UART_TX_PIN, GPIO_FUNC_UART);
    gpio_set_function(PF_UART_RX_PIN, GPIO_FUNC_UART);
    irq_set_exclusive_handler(UART0_IRQ, uart_irq);
    irq_set_enabled(UART0_IRQ, true);
    send();
}

bool transport_is_open(void)
{
    return true;
}

bool transport_was_opened(void)
{
    static bool told;
    bool first = !told;
    told = true;
    return first;
}

bool transport_asks_for_bootloader(void)
{
    return false;
}

size_t transport_read(uint8_t *to, size_t room)
{
    size_t length = 0;
    for (; length < room && bytes_held(&incoming); length++)
        to[length] = (uint8_t)bytes_take(&incoming);
    return length;
}

size_t transport_room(void)
{
    return bytes_room(&outgoing);
}

void transport_write(const uint8_t *data, size_t length)
{
    for (size_t i = 0; i < length; i++)
        bytes_put(&outgoing, data[i]);
    irq_set_enabled(UART0_IRQ, false); /* `send` runs in one place at a time */
    send();
    irq_set_enabled(UART0_IRQ, true);
}
