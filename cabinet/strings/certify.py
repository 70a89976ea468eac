"""Texts of `photofinish certify` and of its report."""

from types import MappingProxyType
from typing import Final

CERTIFY_WORDS: Final = MappingProxyType(
    {
        "cli.certify": "race contacts whose order is known, and say whether the earlier press won",
        "cli.certify.about": "Race two contacts, one a seat, whose true order is known, through each source to its "
        "judge; write every race (races.csv), figures and verdicts (certificate.json), a page (index.html) and, with "
        "the extra 'certify', its picture (wins.png) and how steady the board's clock is (clock.json, of clock.csv). "
        "Exit code 1: a claim of one of our sources did not hold. The "
        "sources are the shipped ones over an imagined kernel, board or encoder; the last three are models of what "
        "others do.",
        "cli.certify.source": "a source to race on, may be given several times (default: all): {sources}",
        "cli.certify.races": "races on each source (default: {races})",
        "cli.certify.seed": "the seed of the schedule: the same seed, the same races (default: 1)",
        "cli.certify.tester": "the serial port of a tester (photofinish board flash --tester) whose lines are wired to "
        "this cabinet's: it closes the contacts of the one source that --source names, gpio or board, in real time, "
        "four races a second",
        "cli.certify.light": "measure the time from a press to the light of the screen: the tester presses --lines in "
        "turn (default: 0), 200 times or --races; its line 15 is a light sensor, the cabinet's program runs as ever",
        "certify.light": "press to light: {p50_ms:.1f} ms (half), {p90_ms:.1f} (90 of 100), {p99_ms:.1f} (99), "
        "{least_ms:.1f} to {most_ms:.1f}; {dark:,} of {presses:,} {presses:press|presses} without light",
        "certify.light.none": "{dark:,} of {presses:,} {presses:press|presses} without light: the sensor's line must "
        "close where the "
        "screen lights up, and open where it is dark",
        "certify.light.tester": "light is measured by a tester: give its port with --tester",
        "certify.unit.press": "press",
        "cli.certify.recorded": "presses of real switches, recorded by photofinish buttons --record: contacts close as "
        "these do in a third of the races (with a tester a quarter); may be given several times",
        "certify.recorded.read": "{path} cannot be read: {reason}; record presses with photofinish buttons --record",
        "certify.recorded.columns": "{path} is no recording of switches: its first line must be {columns}",
        "certify.recorded.row": "{path}, line {line}: {reason}; record it again with photofinish buttons --record",
        "certify.recorded.none": "{path} has no press that was let go: record some with photofinish buttons --record",
        "certify.recorded": "presses of {path}: {presses:,}; left out, since an edge of them is missing: {left_out:,}",
        "certify.recorded.write": "{path} cannot be written: {reason}; give a new file with --record",
        "cli.certify.lines": "the tester's lines that are wired, 0 for GP2 and so on: 0,1,5 (default: all)",
        "certify.lines": "{text} are no lines of a tester: two or more numbers from 0 to 15, as 0,1,5",
        "certify.tester.lines": "the cabinet has no button where the tester's lines {lines} are wired to: give --lines "
        "two or more of {known}",
        "certify.tester.source": "a tester closes the contacts of one source: give --source board or --source gpio",
        "cli.certify.rows": "judge this table of races instead, made by any bench, and read the clock.csv beside it; "
        "may be given several times",
        "cli.certify.out": "the folder for the report; it is made where it is not there",
        "certify.write": "{path} cannot be written: {reason}; choose another folder with --out",
        "certify.read": "{path} cannot be read: {reason}",
        "certify.columns": "{path} is no table of races: its first line must be {columns}",
        "certify.row": "{path}, line {line}: {reason}; mend or remove that line",
        "certify.none": "{path} has no races",
        "certify.tester.silent": "no tester answers at {tester}: name its port with --tester, or give it its firmware "
        "(photofinish board flash --tester)",
        "certify.tester.held": "the tester's line {line} did not close when the tester closed it: mend its wire, or "
        "what holds it low",
        "certify.tester.wrong": "the tester's lines {lines} closed {seen} µs apart in the place of {planned}: mend "
        "their wires, or what holds them low",
        "certify.no_picture": "without a picture: it needs matplotlib, which comes with: {line}",
        "certify.unit": "race",
        "certify.unit.lots": "thousand lots",
        # -- The report --------------------------------------------------------------------------------
        "certify.title": "Photo Finish: who was first?",
        "certify.made": "{races:,} {races:race|races} on {machine}, Photo Finish {version}, Python "
        "{python}, seed {seed}.",
        "certify.firmware": " Firmware of the {name}: {version}.",
        "certify.made.rows": "{races:,} {races:race|races} of {tables}, judged by Photo Finish {version}.",
        "certify.kind.simulated": "simulated: our source, debounce and judge; kernel, board or encoder imagined",
        "certify.kind.model": "a model of what others do, without stamps",
        "certify.kind.vm": "virtual machine: a real kernel's edges on gpio-sim, our source, debounce and judge",
        "certify.kind.vm-keys": "virtual machine: a real kernel's gpio-keys device on gpio-sim, the earlier stamp wins",
        "certify.kind.rows": "from a table",
        "certify.kind.emulated": "EMULATED: the real firmware in an emulator; no hardware had a part in it",
        "certify.kind.tester": "a tester closed the contacts of this cabinet",
        "certify.column.source": "source",
        "certify.column.races": "races",
        "certify.column.claims": "claims to tell",
        "certify.column.even": "point of even odds, 95 %",
        "certify.axis.lead": "lead of seat 0, µs (below 0: seat 1 is earlier)",
        "certify.axis.wins": "share won by seat 0",
        "certify.axis.lots": "share decided by lot",
        # claims, by name
        "certify.claim.earlier_wins": "the earlier press wins",
        "certify.claim.lots": "a lot only where stamps cannot tell",
        "certify.claim.even": "both seats are equal",
        "certify.claim.once": "each contact is one press",
        "certify.claim.stamps": "stamps are as far apart as contacts",
        "certify.claim.lot": "the lot itself, without races",
        "certify.claim.lots_together": "the lots of all our sources together",
        # verdicts
        "certify.held": "held",
        "certify.not_held": "NOT HELD",
        "certify.not_tested": "not tested",
        "certify.figures.earlier_wins": "{wrong:,} of {races:,} certain races won by the later press, at "
        "most {at_most:.2%}",
        "certify.figures.earlier_wins.wrong": "{wrong:,} of {races:,} won by the later press ({share:.1%}), by "
        "leads up to {largest_lead_us:,.0f} µs",
        "certify.figures.lots": "{lots:,} by lot, leads up to {largest_lead_us:,.0f} µs; {not_judged:,} not judged",
        "certify.figures.even": "seat 0 won {seat_0:.1%} of {races:,} at once or by lot ({low:.1%} to {high:.1%})",
        "certify.figures.lot": "seat 0 won {seat_0:.2%} of {races:,} ({low:.2%} to {high:.2%})",
        "certify.figures.lots_together": "seat 0 won {seat_0:.2%} of {races:,} ({low:.2%} to {high:.2%})",
        "certify.figures.seen_share": "; a lot that favours a seat by {seen_share:.2%} of all would have been seen in "
        "95 of 100",
        "certify.figures.seen_us": "; a seat's lateness of {seen_us:,.0f} µs would have been seen in 95 of 100",
        "certify.figures.once": "{presses:,} {presses:contact|contacts}: {missed:,} missed, {phantoms:,} too many, "
        "{without_winner:,} "
        "{without_winner:race|races} without a winner",
        "certify.figures.patterns": " ({patterns})",
        "certify.figures.pattern": "{pattern}: {missed:,} and {phantoms:,}",
        "certify.figures.stamps": "off by {p50_us:,.0f} µs (half), {p99_us:,.0f} (99 of 100), {most_us:,.0f} at most",
        "certify.figures.delay": "; news of a press within {delay_p50_us:,.0f} µs (half), {delay_p99_us:,.0f} "
        "(99 of 100), {delay_most_us:,.0f} at most",
        "certify.even.between": "{low} to {high} µs",
        "certify.even.curve": "{at} µs ({low} to {high})",
        "certify.nothing": "–",
        "certify.lot": "The lot",
        # the board's clock
        "certify.clock": "The board's clock on ours",
        "certify.clock.about": "{readings:,} {readings:reading|readings} (clock.csv) of the shipped clock map, fed by "
        "an imagined crystal "
        "and a bus of 1 ms: off by {most_us:,.0f} µs at most; each within what the map claimed then: {state}. Presses "
        "of one board are compared by its own ticks, so none of it is between two players.",
        "certify.clock.tau": "over, s",
        "certify.clock.deviation": "Allan deviation of the frequency",
        "certify.clock.none": "Without its Allan deviation: that needs four readings.",
        # what a figure is made of
        "certify.traced": "Each figure by its rows of races.csv",
        "certify.traced.earlier_wins": "rows with a winner, judged 1, lot 0 and lead_ns not 0; the later press won "
        "where lead_ns > 0 and winner is 1, or lead_ns < 0 and winner is 0",
        "certify.traced.lots": "rows with judged 1 and lot 1: their number, and their largest lead_ns without its "
        "sign, which must be less than twice the largest claimed_ns of rows with judged 1; not judged: rows with "
        "judged 0; none has a stamped_ns, without its sign, of claimed_ns or more",
        "certify.traced.even": "rows with a winner and lot 1 or lead_ns 0: the share with winner 0; the point of even "
        "odds is the mean of lead_ns less stamped_ns of rows with judged 1 where each of these came to what its stamps "
        "say, else from the share with winner 0 at each lead_ns",
        "certify.traced.lot": "lots.csv: seat_0 of draws, the shipped judge's lots of that seed at so many stamps from "
        "first_ns on, 1 µs apart",
        "certify.traced.lots_together": "rows of our sources with lot 1: the share with winner 0",
        "certify.traced.once": "presses_0 and presses_1 of all rows, and of each pattern's: each must be 1; rows with "
        "winner -1",
        "certify.traced.stamps": "rows with a stamped_ns: stamped_ns less lead_ns, without its sign, at most the row's "
        "claimed_ns; news of a press: delay_ns, the later of both, which decides nothing",
        "certify.not_here": "Not tested here: the light of the screen after a press, and a real crystal's steadiness "
        "over hours. The first is measured with a tester and its light sensor: certify --light.",
    }
)
