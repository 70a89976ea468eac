"""The texts of what an operator does to the machine, of the code, and of the stick. A part of the catalogue."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

MACHINE_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "operator.restart_machine": "Start the machine anew",
        "operator.restarting": "The machine starts anew.",
        "operator.brightness": "Brightness of the screen",
        "operator.wifi": "Wi-Fi",
        "operator.clock": "Clock",
        "operator.zone.region": "Time zone: region",
        "operator.zone.city": "Time zone: city",
        "operator.code": "The operator's code",
        # -- The operator's code ----------------------------------------------------------------------------------
        "code.locked": "LOCKED",
        "code.unset": "SET ONE",
        "code.change": "CHANGE",
        "code.enter": "THE OPERATOR'S CODE",
        "code.hint": "Six buttons, on either panel. Wait to go back.",
        "code.wrong": "That is not the code. Try again.",
        "code.wait": "Three wrong codes. The next one is taken in {seconds} seconds.",
        "code.new": "A NEW CODE",
        "code.new.about": "Press six buttons, and remember them. They guard what deletes and sets.",
        "code.again": "ONCE MORE",
        "code.differs": "The two were not the same. Begin again.",
        "code.set": "THE CODE IS SET",
        "code.set.about": "Everything is unlocked until this page is left. Whoever forgets it writes another one into "
        "the configuration.",
        "code.none": "NO CODE YET",
        "code.how": "This line needs the operator's code, and somebody has played here already: a guest could set it. "
        "Write it into photofinish.toml on the card, or /etc/photofinish/config.toml: below [operator] the line "
        'code = "1 5 L R A 2" with six buttons of your own (1 to 5, L, R, A for ACTION). Then start the machine anew.',
        "message.hint": "Any button goes on.",
        # -- The stick --------------------------------------------------------------------------------------------
        "stick.export": "Export for a computer",
        "stick.backup": "Back up records and settings",
        "stick.restore": "Put a backup back",
        "stick.exporting": "EXPORTING",
        "stick.backing_up": "BACKING UP",
        "stick.looking": "LOOKING AT THE STICK",
        "stick.restoring": "READING THE BACKUP",
        "stick.leave_it": "Leave the stick in, and the cabinet on.",
        "stick.failed": "NOT DONE",
        "stick.exported": "DONE: PULL THE STICK",
        "stick.exported.about": "It is safe to pull {stick}. Everything is in its folder photofinish/{name}, with "
        "{files} logs and photos, and checksums that a computer can check.",
        "stick.left_out": "{count} {count:file|files} had no place in it: copy the folder matches instead.",
        "stick.backed_up": "DONE: PULL THE STICK",
        "stick.backed_up.about": "It is safe to pull {stick}. Records and settings are in its folder "
        "photofinish/{name}.",
        "stick.no_backup": "There is no backup on this stick, in its folder photofinish.",
        "stick.restore.which": "WHICH BACKUP?",
        "stick.restore.line": "Records and settings of {name}.",
        "stick.restore.sure": "ARE YOU SURE?",
        "stick.restore.yes": "Those of {moment} come back. What is here now is kept beside them.",
        "stick.restored": "DONE: PULL THE STICK",
        "stick.restored.about": "The program starts anew with the records of {moment}: {matches} "
        "{matches:match|matches}. Those before stay on the cabinet's disk.",
        "stick.taken": "The records of the backup are in place: {matches} {matches:match|matches}.",
        "stick.update": "Update the program",
        "stick.update.back": "{now} ({version} failed)",
        "stick.no_update": "There is no update on this stick: a file photofinish-VERSION.bundle in its folder "
        "photofinish.",
        "stick.update.sure": "INSTALL {version}?",
        "stick.update.yes": "Version {version} takes the place of {now}. It takes some minutes.",
        "stick.updating": "UPDATING",
        "stick.updated": "DONE: PULL THE STICK",
        "stick.updated.about": "The machine starts anew with version {version}. If that shows no picture in two "
        "starts, {now} comes back by itself.",
        # -- stick.fault.*: by `cabinet.machine.folder.StickFault` ----------------------------------------------------
        "stick.fault.full": "The stick is full. What was begun on it has been removed; nothing else has changed.",
        "stick.fault.protected": "The stick is write-protected. Slide its switch, or take another one.",
        "stick.fault.gone": "The stick was pulled out, or does not answer. Nothing on the cabinet has changed. "
        "Plug it in and try again.",
        "stick.fault.odd": "The stick has something else where a plain file or folder is expected ({detail}). "
        "Delete that on a computer.",
        "stick.fault.large": "A file on the stick is too large ({detail}).",
        "stick.fault.many": "There are more than {detail} files in the folder photofinish of the stick. "
        "Delete some on a computer.",
        "stick.fault.none": "The stick has no {detail}.",
        "stick.fault.damaged": "What is on the stick is damaged ({detail}). Nothing has changed. Take another backup.",
        "stick.fault.other": "The stick does not take it ({detail}).",
        "stick.room": "The stick has {free} MB free, and {needed} MB are needed. Nothing was written.",
        "stick.local": "The cabinet's own disk does not take a copy of the records ({reason}).",
        # -- The mode of the screen -------------------------------------------------------------------------------
        "mode.auto": "automatic",
        "mode.title": "MODE OF THE SCREEN",
        "mode.about": "ACTION shows the picture in it. Where nothing is seen, wait: after ten seconds it is as before.",
        "mode.hint": "[left] [right] modes     [star] try     5 back",
        "mode.keep": "KEEP THIS PICTURE?",
        "mode.back_in": "Without ACTION it is as before in {seconds} s.",
        "mode.keep.hint": "[star] keep     5 back",
        "mode.kept": "The screen stays at {mode}.",
        "mode.taken_back": "{mode} was not kept: the screen is as before.",
        "mode.refused": "The screen refuses {mode}.",
        "settings.mode": "The screen does not offer {mode} any more: its mode is that of before.",
        # -- The clock --------------------------------------------------------------------------------------------
        "clock.title": "SET THE CLOCK",
        "clock.hint": "1 to 5 choose     [left] less     [right] more     [star] set",
        "clock.year": "YEAR",
        "clock.month": "MONTH",
        "clock.day": "DAY",
        "clock.hour": "HOUR",
        "clock.minute": "MINUTE",
        # -- machine.error.*: what root's helper and its client say, by `cabinet.machine.stick.NotDone` -------------
        "machine.error.helper.none": "This machine has no helper for that ({detail}): it is no installed cabinet.",
        "machine.error.helper.silent": "The helper did not answer in time. Try again.",
        "machine.error.helper.failed": "The helper has ended ({detail}). The journal of photofinish-helper says why.",
        "machine.error.helper.ended": "The helper ended too early. Do not trust what is on the stick: begin again.",
        "machine.error.answer": "The helper is of another version. Start the machine anew.",
        "machine.error.verb": "The helper does not know that. Start the machine anew.",
        "machine.error.range": "The helper does not take that value of {detail}.",
        "machine.error.refused": "The helper refused: {detail}.",
        "machine.error.failed": "The machine refused: {detail}",
        "machine.error.none": "This machine has nothing for that: {detail}.",
        "machine.error.stick.none": "There is no USB stick. Plug one in and try again.",
        "machine.error.stick.several": "There is more than one USB stick ({detail}). Leave one in.",
        "machine.error.stick.unknown": "The stick cannot be read ({detail}). Format it as FAT or exFAT elsewhere.",
        "machine.error.stick.kernel": "This machine's kernel does not know {detail}. Format the stick as FAT32.",
        "machine.error.stick.busy": "The stick ({detail}) does not finish writing. Do not trust it: take another one.",
        "machine.error.update.key": "Updates are off: this cabinet has no owner's key. Who has one writes the public "
        "half to /etc/photofinish/owner.pem (install.sh --key, or make image KEY=public.pem).",
        "machine.error.update.foreign": "The update is foreign: signed by another key than this cabinet's ({detail}).",
        "machine.error.update.damaged": "The update is damaged ({detail}). Copy it onto the stick anew.",
        "machine.error.update.older": "The update is older than what plays here, or the same ({detail}).",
        "machine.error.update.target": "The update is for another processor or Python ({detail}).",
        "machine.error.update.room": "The cabinet's disk has no room for the update: {detail} MB must be free.",
        "machine.error.update.busy": "An update is under way already. Wait for it.",
        "machine.error.update.failed": "The new version was not installed. The cabinet stays as it is. {detail}",
    }
)
