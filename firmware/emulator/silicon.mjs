// What rp2040js forgives and silicon does not, as far as it bears on our own code (the start-up is the SDK's): the crystal's
// time, what a watchdog reset resets, and rp2040js's own warnings. Every offence goes into `offences`, as a sentence.
// `writes` has every register write of the boot, for the tests to look at.

const UNMODELLED = /address: 1400[02]00|clkDivRestart|write to 0x48|read from 0x34/; // the flash's cache, and bits that change nothing here
const CRYSTAL_HZ = 12e6;
const WAIT_NS = 20_000;

export class Silicon {
  constructor(rp2040, record) {
    this.rp2040 = rp2040;
    this.offences = [];
    this.writes = [];
    rp2040.logger = this;
    if (record) {
      for (const [page, peripheral] of Object.entries(rp2040.peripherals)) this.watch(Number(page), peripheral);
      this.watchProcessor();
    }
    this.coverCrystal();
    this.noteListening();
  }

  // rp2040js's own warnings: a register it does not know, an address where nothing is.
  warn(component, message) { if (!UNMODELLED.test(message)) this.offend(`${component}: ${message}`); }
  error(component, message) { this.warn(component, message); }
  debug() {}
  info() {}

  offend(sentence) {
    if (this.offences.length < 100 && !this.offences.includes(sentence)) this.offences.push(sentence);
  }

  watch(page, peripheral) {
    const write = peripheral.writeUint32Atomic.bind(peripheral);
    peripheral.writeUint32Atomic = (offset, value, atomic) => {
      this.writes.push([page * 4096 + atomic * 0x1000 + offset, value >>> 0]);
      write(offset, value, atomic);
    };
  }

  watchProcessor() {
    const { ppb } = this.rp2040;
    const write = ppb.writeUint32.bind(ppb);
    ppb.writeUint32 = (offset, value) => {
      this.writes.push([0xe000e000 + offset, value >>> 0]);
      write(offset, value);
    };
  }

  // Nothing comes out of the flash while its select floats (`away`). The functions are exchanged and never deleted: an
  // object that loses a property is slow from then on.
  setFlashAway(away) {
    this.reads ??= ['readUint32', 'readUint16', 'readUint8'].map((name) => [name, this.rp2040[name]]);
    for (const [name, read] of this.reads) {
      this.rp2040[name] = !away ? read : (address) => {
        if (address >>> 28 === 1) this.offend(`the flash is read at ${address.toString(16)} while its select floats`);
        return read.call(this.rp2040, address);
      };
    }
  }

  // When the first pin may interrupt: from then on edges are stamped.
  noteListening() {
    const { clock, peripherals } = this.rp2040;
    const pins = peripherals[0x40014];
    const write = pins.writeUint32.bind(pins);
    pins.writeUint32 = (offset, value) => {
      if (offset >= 0x100 && offset < 0x110 && value) this.listensNs ??= clock.nanos;
      write(offset, value);
    };
  }

  coverCrystal() {
    const { clock, peripherals } = this.rp2040;
    const crystal = peripherals[0x40024];
    const write = crystal.writeUint32.bind(crystal);
    const read = crystal.readUint32.bind(crystal);
    let stableAt = Infinity;
    crystal.writeUint32 = (offset, value) => {
      write(offset, value);
      if (offset === 0 && crystal.enabled) stableAt = clock.nanos + ((crystal.startup & 0x3fff) * 256e9) / CRYSTAL_HZ;
    };
    crystal.readUint32 = (offset) => {
      if (offset !== 4 || clock.nanos >= stableAt) return read(offset);
      clock.tick(WAIT_NS); // no need to emulate each turn of the loop that waits
      return read(offset) & ~0x80000000;
    };
  }

  // Whether a watchdog reset would reset the processor and the peripherals.
  get watchdogResets() {
    return (this.rp2040.peripherals[0x40010].wdsel & 0x1fffc) === 0x1fffc;
  }
}
