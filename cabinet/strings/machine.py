"""The texts of what an operator does to the machine, of the code, and of the stick. A part of the catalogue."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

MACHINE_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "operator.restart_machine": "Start the machine anew",
        "operator.restarting": "The machine starts anew.",
        "operator.brightness": "Brightness of the screen",
        # -- machine.error.*: what root's helper and its client say, by `cabinet.machine.stick.NotDone` -------------
        "machine.error.helper.none": "This machine has no helper for that ({detail}): it is no installed cabinet.",
        "machine.error.helper.silent": "The helper did not answer in time. Try again.",
        "machine.error.helper.failed": "The helper has ended ({detail}). The journal of photofinish-helper says why.",
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
    }
)
