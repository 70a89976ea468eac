"""The card's partition table."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.image import recipe
from tools.image.disk import LINUX, SECTOR, Partition, layout, partitions, table

SIZES = st.lists(st.tuples(st.integers(0, 1000), st.integers(1, 2**20)), max_size=4)


def laid_out(sizes: list[tuple[int, int]]) -> list[Partition]:
    found, start = list[Partition](), 1
    for gap, sectors in sizes:
        found.append(Partition(LINUX, start + gap, sectors))
        start += gap + sectors
    return found


@given(SIZES, st.integers(0, 2**32 - 1))
def test_what_is_written_is_read(sizes: list[tuple[int, int]], signature: int) -> None:
    sector = table(signature, laid_out(sizes))
    assert len(sector) == SECTOR
    assert partitions(sector) == laid_out(sizes)


@pytest.mark.needs("sfdisk")
def test_other_programs_read_the_same(tmp_path: Path) -> None:
    image = tmp_path / "card.img"
    image.write_bytes(table(recipe.DISK_SIGNATURE, layout()).ljust(64 * recipe.MIB, b"\0"))
    done = subprocess.run(["sfdisk", "--dump", str(image)], capture_output=True, text=True, check=True)
    rows = [line.partition(": ")[2].replace(" ", "") for line in done.stdout.splitlines() if "card.img" in line[10:]]
    kinds = {0x0C: "c", 0x83: "83"}
    wanted = [f"start={part.start},size={part.sectors},type={kinds[part.kind]}" for part in layout()]
    assert rows[-3:] == wanted
    assert f"label-id: 0x{recipe.DISK_SIGNATURE:08x}" in done.stdout


def test_overlapping_and_too_many_partitions_are_refused() -> None:
    with pytest.raises(ValueError, match="overlap"):
        table(1, [Partition(LINUX, 8, 8), Partition(LINUX, 15, 8)])
    with pytest.raises(ValueError, match="four"):
        table(1, [Partition(LINUX, 8 * number, 8) for number in range(1, 6)])


def test_what_is_no_table_is_refused() -> None:
    with pytest.raises(ValueError, match="no partition table"):
        partitions(bytes(SECTOR))


def test_the_data_partition_is_the_last_and_each_begins_at_a_whole_erase_block() -> None:
    assert layout() == sorted(layout(), key=lambda part: part.start)
    assert all(part.start * SECTOR % (4 * recipe.MIB) == 0 for part in layout())
    assert recipe.ROOT_MIB * recipe.MIB <= 1.21e9
