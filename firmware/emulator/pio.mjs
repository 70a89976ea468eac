// rp2040js runs a PIO beside the clock, as fast as it can; here each instruction of each of its machines takes its cycles.

const CTRL = 0x000;
const JMP_Y_TO = 0x0080; // jmp y--, address
const WITHOUT_SIDE_SET = 0xe0ff;

// `cycleNs` is a cycle of the system clock.
export function paceMachines(pio, clock, cycleNs) {
  const starts = pio.machines.map((machine) => paced(pio, machine, clock, cycleNs));
  pio.run = () => {};
  const write = pio.writeUint32.bind(pio);
  pio.writeUint32 = (offset, value) => {
    const ran = pio.machines.map((machine) => machine.enabled);
    write(offset, value);
    if (offset === CTRL) pio.machines.forEach((machine, n) => machine.enabled && !ran[n] && starts[n]());
  };
}

function paced(pio, machine, clock, cycleNs) {
  const wait = (cycles) => step.schedule(cycles * (machine.clockDivInt + machine.clockDivFrac / 256) * cycleNs);
  const step = clock.createAlarm(() => {
    if (!machine.enabled) return;
    const before = machine.cycles - spun(pio, machine);
    machine.step();
    pio.checkChangedPins();
    if (!machine.waiting) wait(machine.cycles - before);
  });
  const write = machine.writeFIFO.bind(machine);
  machine.writeFIFO = (value) => {
    const stood = machine.waiting && machine.enabled;
    write(value);
    if (stood) wait(1);
  };
  return () => wait(1);
}

// A machine that jumps on the spot until y is used up changes nothing meanwhile: all turns at once, but for the last.
// Gives how many were left out.
function spun(pio, machine) {
  if (machine.waiting || (pio.instructions[machine.pc] & WITHOUT_SIDE_SET) !== (JMP_Y_TO | machine.pc)) return 0;
  const turns = machine.y;
  machine.y = 0;
  return turns;
}
