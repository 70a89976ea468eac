/* The registers of the RP2040 that the firmware uses, by the names of the data sheet. */
#ifndef PF_RP2040_H
#define PF_RP2040_H

#include <stdint.h>

#define REG(address) (*(volatile uint32_t *)(uintptr_t)(address))
/* Every register of a peripheral has two alias addresses: a write there sets, or clears, the bits that are 1. */
#define SET(address) REG((address) + 0x2000u)
#define CLEAR(address) REG((address) + 0x3000u)

#define SSI_CTRLR0 0x18000000u
#define SSI_SSIENR 0x18000008u
#define SSI_SER 0x18000010u
#define SSI_BAUDR 0x18000014u
#define SSI_SR 0x18000028u
#define SSI_SR_RFNE (1u << 3)
#define SSI_DR0 0x18000060u

#define SYSINFO_CHIP_ID 0x40000000u /* the stepping in the top four bits: 1 is B0 or B1, 2 is B2 */

#define CLK_REF_CTRL 0x40008030u
#define CLK_REF_DIV 0x40008034u
#define CLK_REF_SELECTED 0x40008038u
#define CLK_SYS_CTRL 0x4000803cu
#define CLK_SYS_DIV 0x40008040u
#define CLK_SYS_SELECTED 0x40008044u
#define CLK_PERI_CTRL 0x40008048u
#define CLK_USB_CTRL 0x40008054u
#define CLK_USB_DIV 0x40008058u
#define CLK_SYS_RESUS_CTRL 0x40008078u
#define CLK_ENABLE (1u << 11)

#define RESETS_RESET 0x4000c000u
#define RESETS_DONE 0x4000c008u
#define RESET_DMA (1u << 2)
#define RESET_IO_BANK0 (1u << 5)
#define RESET_PADS_BANK0 (1u << 8)
#define RESET_PIO0 (1u << 10)
#define RESET_PLL_SYS (1u << 12)
#define RESET_PLL_USB (1u << 13)
#define RESET_PWM (1u << 14)
#define RESET_SYSINFO (1u << 19)
#define RESET_TIMER (1u << 21)
#define RESET_UART0 (1u << 22)
#define RESET_USBCTRL (1u << 24)

#define PSM_WDSEL 0x40010008u
#define PSM_ALL 0x1ffffu
#define PSM_ROSC_AND_XOSC 0x3u

#define IO_CTRL(pin) (0x40014004u + 8u * (pin))
#define IO_FUNCTION_UART 2u
#define IO_FUNCTION_PWM 4u
#define IO_FUNCTION_SIO 5u
#define IO_FUNCTION_PIO0 6u
#define IO_INTR(group) (0x400140f0u + 4u * (group)) /* four bits a pin, eight pins a group */
#define IO_INTE(group) (0x40014100u + 4u * (group))
#define IO_INTS(group) (0x40014120u + 4u * (group))
#define IO_EDGE_LOW 4u
#define IO_EDGE_HIGH 8u

#define IO_QSPI_SS_CTRL 0x4001800cu
#define IO_OUTPUT_NORMAL (0u << 8)
#define IO_OUTPUT_LOW (2u << 8)
#define IO_OUTPUT_HIGH (3u << 8)

#define PAD(pin) (0x4001c004u + 4u * (pin))
#define PAD_SCHMITT (1u << 1)
#define PAD_PULL_UP (1u << 3)
#define PAD_DRIVE_4MA (1u << 4)
#define PAD_DRIVE_12MA (3u << 4)
#define PAD_INPUT (1u << 6)

#define XOSC_CTRL 0x40024000u
#define XOSC_STATUS 0x40024004u
#define XOSC_STARTUP 0x4002400cu
#define XOSC_1_TO_15_MHZ 0xaa0u
#define XOSC_ENABLE (0xfabu << 12)
#define XOSC_STABLE (1u << 31)

#define PLL_SYS 0x40028000u
#define PLL_USB 0x4002c000u
#define PLL_CS(pll) ((pll) + 0x0u)
#define PLL_PWR(pll) ((pll) + 0x4u)
#define PLL_FBDIV(pll) ((pll) + 0x8u)
#define PLL_PRIM(pll) ((pll) + 0xcu)
#define PLL_LOCK (1u << 31)
#define PLL_PWR_PD (1u << 0)
#define PLL_PWR_POSTDIVPD (1u << 3)
#define PLL_PWR_VCOPD (1u << 5)

#define UART0_DR 0x40034000u
#define UART0_FR 0x40034018u
#define UART0_IBRD 0x40034024u
#define UART0_FBRD 0x40034028u
#define UART0_LCR_H 0x4003402cu
#define UART0_CR 0x40034030u
#define UART0_IFLS 0x40034034u
#define UART0_IMSC 0x40034038u
#define UART0_ICR 0x40034044u
#define UART_FR_RXFE (1u << 4)
#define UART_FR_TXFF (1u << 5)
#define UART_8_BITS_FIFO ((3u << 5) | (1u << 4))
#define UART_ON ((1u << 9) | (1u << 8) | 1u)
#define UART_RX_LEVEL (1u << 4)
#define UART_TX_LEVEL (1u << 5)
#define UART_RX_TIMEOUT (1u << 6)

#define PWM_CSR(slice) (0x40050000u + 0x14u * (slice))
#define PWM_DIV(slice) (0x40050004u + 0x14u * (slice))
#define PWM_CC(slice) (0x4005000cu + 0x14u * (slice))
#define PWM_TOP(slice) (0x40050010u + 0x14u * (slice))

#define TIMER_ALARM0 0x40054010u
#define TIMER_RAWH 0x40054024u
#define TIMER_RAWL 0x40054028u
#define TIMER_INTR 0x40054034u
#define TIMER_INTE 0x40054038u

#define WATCHDOG_CTRL 0x40058000u
#define WATCHDOG_LOAD 0x40058004u
#define WATCHDOG_REASON 0x40058008u
#define WATCHDOG_SCRATCH0 0x4005800cu
#define WATCHDOG_SCRATCH1 0x40058010u
#define WATCHDOG_TICK 0x4005802cu
#define WATCHDOG_ENABLE (1u << 30)
#define WATCHDOG_TICK_ENABLE (1u << 9)

#define ROSC_RANDOMBIT 0x4006001cu
#define CHIP_RESET 0x40064008u
#define CHIP_RESET_HAD_POR (1u << 8)
#define CHIP_RESET_HAD_RUN (1u << 16)

#define DMA_READ(channel) (0x50000000u + 0x40u * (channel))
#define DMA_WRITE(channel) (0x50000004u + 0x40u * (channel))
#define DMA_COUNT(channel) (0x50000008u + 0x40u * (channel))
#define DMA_CTRL_TRIG(channel) (0x5000000cu + 0x40u * (channel)) /* writing a register called TRIG starts the channel */
#define DMA_CTRL(channel) (0x50000010u + 0x40u * (channel))
#define DMA_READ_TRIG(channel) (0x5000003cu + 0x40u * (channel))
#define DMA_BUSY (1u << 24)
#define DMA_IRQ_QUIET (1u << 21)
#define DMA_PACED_BY_PIO0_TX0 (0u << 15)
#define DMA_PACED_BY_PIO0_TX1 (1u << 15)
#define DMA_UNPACED (63u << 15)
#define DMA_CHAIN_TO(channel) ((channel) << 11) /* to itself: to none */
#define DMA_INCR_READ (1u << 4)
#define DMA_WORDS (2u << 2)
#define DMA_ENABLE 1u

#define USB_DPRAM 0x50100000u
#define USB_ADDR 0x50110000u
#define USB_MAIN_CTRL 0x50110040u
#define USB_SIE_CTRL 0x5011004cu
#define USB_SIE_STATUS 0x50110050u
#define USB_BUFF_STATUS 0x50110058u
#define USB_EP_ABORT 0x50110060u
#define USB_EP_ABORT_DONE 0x50110064u
#define USB_EP_STALL_ARM 0x50110068u
#define USB_MUXING 0x50110074u
#define USB_PWR 0x50110078u
#define USB_SOF_RD 0x50110048u
#define USB_INTE 0x50110090u
#define USB_INTS 0x50110098u

#define PIO0_CTRL 0x50200000u
#define PIO_ENABLE(machine) (1u << (machine))
#define PIO_RESTART(machine) (1u << (4u + (machine)))
#define PIO0_TXF0 0x50200010u
#define PIO0_TXF1 0x50200014u
#define PIO0_INSTR_MEM(n) (0x50200048u + 4u * (n))
#define PIO0_SM0_CLKDIV 0x502000c8u
#define PIO0_SM0_EXECCTRL 0x502000ccu
#define PIO0_SM0_SHIFTCTRL 0x502000d0u
#define PIO0_SM0_INSTR 0x502000d8u
#define PIO0_SM0_PINCTRL 0x502000dcu
#define PIO0_SM1_CLKDIV 0x502000e0u
#define PIO0_SM1_EXECCTRL 0x502000e4u
#define PIO0_SM1_SHIFTCTRL 0x502000e8u
#define PIO0_SM1_INSTR 0x502000f0u
#define PIO0_SM1_PINCTRL 0x502000f4u

#define SIO_GPIO_IN 0xd0000004u
#define SIO_GPIO_OUT_SET 0xd0000014u
#define SIO_GPIO_OUT_CLR 0xd0000018u
#define SIO_GPIO_OE_SET 0xd0000024u

#define NVIC_ISER 0xe000e100u
#define NVIC_ICER 0xe000e180u
#define NVIC_ISPR 0xe000e200u
#define NVIC_IPR(group) (0xe000e400u + 4u * (group)) /* one byte per interrupt, of which the top two bits count */
#define IRQ_TIMER0 0u
#define IRQ_USB 5u
#define IRQ_IO_BANK0 13u
#define IRQ_UART0 20u
#define IRQ_DECODE 26u /* not connected to hardware: 26 to 31 are for software */

static inline void disable_interrupts(void) { __asm volatile("cpsid i" ::: "memory"); }
static inline void enable_interrupts(void) { __asm volatile("cpsie i" ::: "memory"); }
static inline void wait_for_event(void) { __asm volatile("wfe" ::: "memory"); }

#endif
