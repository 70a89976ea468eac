"""The texts of what `photofinish print` makes, and of the command itself. A part of the catalogue (`catalogue`)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

PAPER_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        # -- The command -----------------------------------------------------------------------------------
        "cli.print": "print drill templates, the wiring as a list, labels, rule cards, a poster",
        "cli.print.about": "Make what a builder prints, from the configuration that plays: {sheets}. Without a name, "
        "all of them. Drawings come as PDF at 1:1, as SVG and as DXF.",
        "cli.print.sheet": "SHEET",
        "cli.print.sheets": "what to make: {sheets}",
        "cli.print.out": "the folder to put the files into",
        "cli.print.paper": "the paper",
        "cli.print.buttons": "the size of the buttons, mm; 28 is 1 1/8 inch (default: 30)",
        "cli.print.action": "the size of ACTION's button, mm (default: that of the others)",
        "cli.print.action_hole": "the hole of ACTION's button, mm; a dome's may be smaller (default: its size)",
        "cli.print.nut": "the diameter of a button's nut below the panel, mm (default: 8 more than the hole)",
        "cli.print.pitch": "from card to card, centre to centre, mm (default: 10 more than the hole)",
        "cli.print.rows": "from the cards' row to the rows above and below, mm (default: 15 more than the hole)",
        "cli.print.screen": "the screen's diagonal in inches, for the cabinet's side (default: 10.1)",
        "cli.print.docs": "the address to which the sticker's code leads; there is no sticker without it",
        "cli.print.language": "the language of the rule cards (default: display.language); other sheets are English",
        "print.not_a_sheet": "{given!r} is no sheet; there are {sheets}",
        "print.not_a_length": "{given!r} is no length; it takes millimetres from {least} to {most}",
        "print.not_inches": "{given!r} is no diagonal; it takes inches from {least} to {most}",
        "print.no_sticker": "No sticker: name the address that it leads to, with --docs.",
        "print.no_panels": "the configuration has a board without panels; write seats = [0, 1] under [input.board], or "
        'source = "gpio" under [input]',
        "print.too_long": "{address} is too long for a code; shorten the address behind --docs",
        "print.at_full_size": 'Print at 100 %, not "fit to page", and measure the ruler on the sheet before you drill.',
        "print.letters": "{words} has {letters}, which cannot be printed; write it with Western Europe's letters",
        "print.unwritable": "{path} cannot be written ({reason}); name another folder with --out",
        "print.nut": "a nut of {nut} mm is smaller than the hole of {hole} mm that it covers; measure the nut of your "
        "buttons for --nut",
        "print.action_hole": "a hole of {hole} mm is larger than ACTION's button of {body} mm; measure the thread of "
        "yours for --action-hole",
        "print.nuts": "two buttons would be {apart} mm apart, and their nuts need {least}; enlarge --pitch or --rows",
        "print.span": "{option} puts the outer buttons {reach} mm apart, and a small hand reaches {span}; it takes "
        "{most} at most",
        # -- Every sheet -----------------------------------------------------------------------------------
        "paper.ruler": "100 mm. Measure it: if it is longer or shorter, print at 100 %.",
        "paper.sheet": "Sheet {number} of {of}: row {row}, column {column}",
        "paper.panel": "Panel {seats}",
        "paper.panel.holes": "Drill template: holes of {hole} mm, cards {pitch} apart, rows {rows}",
        "paper.panel.holes.action": "Holes of {hole} mm, ACTION {action_hole}, cards {pitch} apart, rows {rows}",
        "paper.panel.artwork": "Artwork with {bleed} mm of bleed: cut it at the marks",
        "paper.panel.player": "PLAYER",
        "paper.centres": "Holes of {panel}",
        "paper.centres.how": "The board is {width} by {height} mm. x and y lead to the centre of each hole from the "
        "upper left corner, seen from above by the player, in mm. The thickness says which buttons hold.",
        "paper.centres.thickness": "Thickness of this board: __________ mm, kind of button: ____________________",
        "paper.centres.hole": "hole",
        "paper.centres.x": "x",
        "paper.centres.y": "y",
        "paper.centres.diameter": "diameter",
        "paper.centres.screw": "screw",
        "paper.cardboard": "A first panel of cardboard: cut red and blue, fold green",
        # -- The wiring as a list --------------------------------------------------------------------------
        "paper.wiring": "Wiring: {connector}",
        "paper.wiring.lamps": "Wiring: lamps",
        "paper.wiring.how": "Each button is a switch between its pin and ground: COM to a black wire, NO to the wire "
        "of its colour. One black wire may go from button to button round a panel. Tick what is done; photofinish "
        "buttons shows each press.",
        "paper.wiring.button": "button",
        "paper.wiring.colour": "wire",
        "paper.wiring.pin": "pin",
        "paper.wiring.ground": "ground near it",
        "paper.wiring.switch": "at the switch",
        "paper.wiring.tested": "tested",
        "paper.wiring.at_pin": "at the pin",
        "paper.wire.brown": "brown",
        "paper.wire.red": "red",
        "paper.wire.orange": "orange",
        "paper.wire.yellow": "yellow",
        "paper.wire.green": "green",
        "paper.wire.blue": "blue",
        "paper.wire.violet": "violet",
        "paper.wire.grey": "grey",
        # -- Labels ----------------------------------------------------------------------------------------
        "paper.labels": "Labels for the buttons",
        "paper.labels.how": "Discs of {wide} mm for the flat of a cap, two of each. Cut along the line; clear film "
        "over them keeps them clean.",
        # -- The poster ------------------------------------------------------------------------------------
        "paper.poster": "How a race is judged",
        "paper.poster.lead": "Two hands go for the same pile. The earlier press wins, by whatever it was earlier.",
        "paper.poster.press.0": "pressed here",
        "paper.poster.press.1": "and here",
        "paper.poster.gap": "12.4 ms",
        "paper.poster.edge": "The contact is the moment.",
        "paper.poster.edge.more": "When it closes, its time is noted there and then, in millionths of a second. No "
        "later step replaces that number.",
        "paper.poster.bounce": "A worn switch loses nothing.",
        "paper.poster.bounce.more": "Contacts bounce. The first touch counts, not the end of the bounce. A pulse too "
        "short for a finger is taken back.",
        "paper.poster.place": "Late news is put in its place.",
        "paper.poster.place.more": "A press that arrives late is put where its time belongs, and the moments after it "
        "are played again. After a quarter of a second a moment is final.",
        "paper.poster.heat": "Too close to tell is a dead heat.",
        "paper.poster.heat.more": "Closer than the clock can tell, a lot decides, and the screen says so. Never the "
        "seat, the wire, or who was read first.",
        "paper.poster.log": "Everything is written down.",
        "paper.poster.log.more": "Each match leaves a log. Anybody can play it again from its presses, and must get "
        "the same result.",
        # -- A side of the cabinet -------------------------------------------------------------------------
        "paper.side": "A cabinet's side for a screen of {inches} inches",
        "paper.side.how": "Lengths in mm. Cut two. The boards lie between them on battens, along the dashed lines. The "
        "files side.svg and side.dxf have it at 1:1.",
        "paper.side.angles": "The panel rises by {slope}°, the screen leans back by {lean}°.",
        "paper.side.between": "Each player's board is {own} mm wide. Between the two lies a strip of {between} mm or "
        "more, so that hands do not touch.",
        "paper.side.strip": "strip between",
        "paper.side.scale": "Scale 1:{scale}",
        "paper.side.screen": "screen",
        "paper.side.panel": "panel",
        "paper.side.inches": "screen",
        "paper.side.picture": "its picture",
        "paper.side.height": "height",
        "paper.side.depth": "depth",
        "paper.side.inner": "between the sides",
        # -- The sticker -----------------------------------------------------------------------------------
        "paper.sticker": "Stickers",
        "paper.sticker.says": "Rules, wiring, help",
    }
)
