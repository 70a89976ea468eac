// What silicon needs and rp2040js forgives, laid over its peripherals. Every offence goes into `offences`, as a sentence.
//
// Peripherals stand in reset until they are let out, and take a moment for it; the crystal and the PLLs need time before
// a clock may run from them; the timer counts only with the watchdog's tick; a pin without its pull-up reads low; a
// watchdog reset resets only what was chosen. `writes` has every register write of the boot, for the tests to look at.

const RESET_BITS = { 0x40000: 19, 0x50000: 2, 0x40014: 5, 0x4001c: 8, 0x50200: 10, 0x40028: 12, 0x4002c: 13, 0x40050: 14, 0x40054: 21,
                     0x40034: 22, 0x50110: 24 };
const CRYSTAL_HZ = 12e6;
const LOCK_NS = 50_000;
const WAIT_NS = 20_000;
const RESET_NS = 500;

export class Silicon {
  constructor(rp2040, record) {
    this.rp2040 = rp2040;
    this.offences = [];
    this.writes = [];
    this.record = record;
    this.inReset = 0x1ffffff;
    this.outOfResetAt = new Map();
    this.crystalAt = Infinity;
    this.lockAt = { 0x40028: Infinity, 0x4002c: Infinity };
    this.ticks = false;
    rp2040.logger = this;
    for (const [page, peripheral] of Object.entries(rp2040.peripherals)) this.watch(Number(page), peripheral);
    this.watchProcessor();
    this.coverClocks();
    this.coverResets();
    this.coverTimer();
  }

  // rp2040js's own warnings: a register it does not know, an address where nothing is.
  warn(component, message) { this.offend(`${component}: ${message}`); }
  error(component, message) { this.offend(`${component}: ${message}`); }
  debug() {}
  info() {}

  get now() { return this.rp2040.clock.nanos; }

  offend(sentence) {
    if (this.offences.length < 100 && !this.offences.includes(sentence)) this.offences.push(sentence);
  }

  watch(page, peripheral) {
    const read = peripheral.readUint32.bind(peripheral);
    const write = peripheral.writeUint32Atomic.bind(peripheral);
    const bit = RESET_BITS[page];
    peripheral.writeUint32Atomic = (offset, value, atomic) => {
      if (bit !== undefined) this.checkReset(page, bit, 'written');
      if (this.record) this.writes.push([page * 4096 + atomic * 0x1000 + offset, value >>> 0]);
      write(offset, value, atomic);
    };
    if (bit === undefined) return;
    peripheral.readUint32 = (offset) => {
      this.checkReset(page, bit, 'read');
      return read(offset);
    };
  }

  watchProcessor() {
    const { ppb } = this.rp2040;
    const write = ppb.writeUint32.bind(ppb);
    ppb.writeUint32 = (offset, value) => {
      if (this.record) this.writes.push([0xe000e000 + offset, value >>> 0]);
      write(offset, value);
    };
  }

  checkReset(page, bit, what) {
    if (this.inReset & (1 << bit) || this.now < (this.outOfResetAt.get(bit) ?? 0)) {
      this.offend(`0x${(page * 4096).toString(16)} is ${what} while it is in reset`);
    }
  }

  coverResets() {
    const resets = this.rp2040.peripherals[0x4000c];
    resets.reset = this.inReset;
    const write = resets.writeUint32.bind(resets);
    const read = resets.readUint32.bind(resets);
    resets.writeUint32 = (offset, value) => {
      write(offset, value);
      if (offset !== 0) return;
      for (let bit = 0; bit < 25; bit++) {
        const leaves = this.inReset & (1 << bit) && !(value & (1 << bit));
        if (leaves) this.outOfResetAt.set(bit, this.now + RESET_NS);
      }
      this.inReset = value;
    };
    resets.readUint32 = (offset) => {
      if (offset !== 8) return read(offset);
      let done = 0;
      for (let bit = 0; bit < 25; bit++) {
        if (!(this.inReset & (1 << bit)) && this.now >= (this.outOfResetAt.get(bit) ?? 0)) done |= 1 << bit;
      }
      return done;
    };
  }

  coverClocks() {
    const { peripherals } = this.rp2040;
    const crystal = peripherals[0x40024];
    const start = crystal.writeUint32.bind(crystal);
    const status = crystal.readUint32.bind(crystal);
    crystal.writeUint32 = (offset, value) => {
      start(offset, value);
      if (offset === 0 && crystal.enabled) this.crystalAt = this.now + ((crystal.startup & 0x3fff) * 256e9) / CRYSTAL_HZ;
    };
    crystal.readUint32 = (offset) => {
      if (offset !== 4 || this.now >= this.crystalAt) return status(offset);
      this.rp2040.clock.tick(WAIT_NS); // the processor is slow before the PLL: no need to emulate each turn of its loop
      return status(offset) & ~0x80000000;
    };
    for (const page of [0x40028, 0x4002c]) this.coverPll(page, peripherals[page]);
    const clocks = peripherals[0x40008];
    const write = clocks.writeUint32.bind(clocks);
    clocks.writeUint32 = (offset, value) => {
      if (offset === 0x30 && (value & 3) === 2) this.need(this.crystalAt, 'the reference clock runs from the crystal');
      if (offset === 0x3c && value & 1) this.needPll(0x40028, 'the system clock runs from its PLL');
      if (offset === 0x54 && value & 0x800) this.needPll(0x4002c, 'the USB clock runs from its PLL');
      write(offset, value);
    };
  }

  coverPll(page, pll) {
    const write = pll.writeUint32.bind(pll);
    const read = pll.readUint32.bind(pll);
    pll.writeUint32 = (offset, value) => {
      write(offset, value);
      if (offset !== 4) return;
      if (value & 0x21) this.lockAt[page] = Infinity;
      else if (this.lockAt[page] === Infinity) {
        this.need(this.crystalAt, 'a PLL starts');
        this.lockAt[page] = this.now + LOCK_NS;
      }
    };
    pll.readUint32 = (offset) =>
      offset === 0 && this.now < this.lockAt[page] ? read(offset) & 0x7fffffff : read(offset);
  }

  need(at, what) {
    if (this.now < at) this.offend(`${what} before it is stable`);
  }

  needPll(page, what) {
    this.need(this.lockAt[page], what);
    if (this.rp2040.peripherals[page].pwr & 0x8) this.offend(`${what}, whose output divider is off`);
  }

  coverTimer() {
    const watchdog = this.rp2040.peripherals[0x40058];
    const timer = this.rp2040.peripherals[0x40054];
    const write = watchdog.writeUint32.bind(watchdog);
    const read = timer.readUint32.bind(timer);
    watchdog.tickEnable = false;
    watchdog.writeUint32 = (offset, value) => {
      if (offset === 0x2c) this.ticks = !!(value & 0x200) && (value & 0x1ff) === 12;
      write(offset, value);
    };
    timer.readUint32 = (offset) => (this.ticks || offset >= 0x34 ? read(offset) : 0);
  }

  // Whether a watchdog reset would reset the processor and the peripherals.
  get watchdogResets() {
    return (this.rp2040.peripherals[0x40010].wdsel & 0x1fffc) === 0x1fffc;
  }
}
