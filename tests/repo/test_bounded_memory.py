"""Whatever the program keeps has a bound that is written down: it runs for weeks (decision 0129).

Read from the source: caches of functions declare how many results they keep, and drawings have one budget in bytes
(`cabinet.display.cache`); a dict, list or set of an object that
methods add to is also emptied, or is named below with what bounds it.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGES = ("cabinet", "engine", "hardware")
BOUNDED = {
    ("MatchStatistics", "_races"): "the photo finishes of one match",
    ("Watch", "_tests"): "the sources of buttons that are watched",
    ("Fonts", "_files"): "the faces that are shipped",
    ("Fonts", "_sizes"): "faces at the sizes that the screen's layouts ask for",
    ("Inputs", "lost"): "sources of presses",
    ("Toolkit", "_shared"): "the painters that there are; their drawings are in the cache of drawings",
    ("Toolkit", "_sized"): "the sizes of tables on parts of a screen",
    ("HandSeat", "_pressed"): "the keys of one match's seats and what they say",
    ("HandSeat", "_stood"): "seats",
    ("Played", "_matches"): "seats and games",
    ("_Played", "games"): "days and games, while the audits are read",
    ("_Played", "hours"): "days and hours, while the audits are read",
    ("_Played", "seconds"): "days and games, while the audits are read",
    ("PhotoAlbum", "_reported"): "the newest photos and their folder: each look forgets the others",
    ("Report", "_bad"): "MOST_LISTED logs",
    ("Session", "contests"): "the photo finishes of one match",
    ("Session", "_voids"): "seats and misdeals of one match",
    ("Announcer", "_begun"): "the clips that there are",
    ("ASeat", "_known"): "seats",
    ("_Checker", "_ids"): "the matches of one evening, while its journal is read",
    ("_Checker", "_used"): "the matches of one evening, while its journal is read",
    ("_Resolver", "_courses"): "the series of one tournament",
    ("Draft", "effects"): "what one command changes",
    ("Sequence", "_lines"): "lines",
    ("Debounced", "_trains"): "the source's lines",
    ("Debounced", "bounces"): "the source's lines",
    ("FakeFiles", "files"): "a fake of a disk",
    ("FakeFiles", "synced"): "a fake of a disk",
    ("FakeGpiod", "requests"): "a fake that tells tests what was asked of it",
    ("FakeInterruptTrace", "_rings"): "a fake's lines",
    ("Confetti", "_pieces"): "a shade each of `SHADES`, made once",
    ("EvdevSource", "_last"): "the seats, one device each",
    ("FakeLamps", "history"): "a fake that tells tests what was shown",
}
"""What only grows while its owner lives, and what bounds it."""

EMPTY = {"dict", "list", "set", "defaultdict", "Counter", "OrderedDict", "WeakValueDictionary", "deque"}
ADDS = {"append", "add", "extend", "insert", "setdefault", "update"}
REMOVES = {"pop", "popitem", "popleft", "remove", "discard", "clear"}


def modules(repository: Path) -> Iterator[tuple[Path, ast.Module]]:
    for package in PACKAGES:
        for path in sorted((repository / package).rglob("*.py")):
            yield path.relative_to(repository), ast.parse(path.read_text(encoding="utf-8"), str(path))


def name_of(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def numbers_in(module: ast.Module) -> set[str]:
    """The module's constants that are numbers above 0."""
    assigned = [node for node in module.body if isinstance(node, ast.AnnAssign) and is_number(node.value, set())]
    return {name_of(node.target) for node in assigned}


def is_number(node: ast.AST | None, constants: set[str]) -> bool:
    if isinstance(node, ast.Name):
        return node.id in constants
    return isinstance(node, ast.Constant) and type(node.value) is int and node.value > 0


def unbounded_caches(module: ast.Module) -> list[int]:
    """The lines that ask for a cache without saying how many results it keeps."""
    constants = numbers_in(module)
    calls = {id(node.func): node for node in ast.walk(module) if isinstance(node, ast.Call)}
    lines = []
    for node in ast.walk(module):
        name = name_of(node)
        if not isinstance(node, ast.Name | ast.Attribute):
            continue
        if isinstance(node, ast.Attribute) and name_of(node.value) != "functools":
            continue
        if name == "cache" and isinstance(node.ctx, ast.Load):
            lines.append(node.lineno)
        elif name == "lru_cache":
            call = calls.get(id(node))
            given = [*call.args[:1], *(word.value for word in call.keywords if word.arg == "maxsize")] if call else []
            if not (given and is_number(given[0], constants)):
                lines.append(node.lineno)
    return sorted(lines)


def growing(owner: ast.ClassDef) -> set[str]:
    """The attributes that begin empty, that methods add to, and that nothing ever takes from or replaces."""
    begun, added, emptied = set[str](), set[str](), set[str]()
    for method in [node for node in owner.body if isinstance(node, ast.FunctionDef)]:
        is_first = method.name == "__init__"
        for node in ast.walk(method):
            for target in targets_of(node):
                if (name := own(target)) and not is_first:
                    (added if isinstance(node, ast.AugAssign) else emptied).add(name)
                elif name and is_empty(getattr(node, "value", None)):
                    begun.add(name)
                if isinstance(target, ast.Subscript) and (name := own(target.value)):
                    (emptied if isinstance(node, ast.Delete) else added).add(name)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and (name := own(node.func.value)):
                added |= {name} if node.func.attr in ADDS else set()
                emptied |= {name} if node.func.attr in REMOVES else set()
    return begun & added - emptied


def targets_of(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.AnnAssign | ast.AugAssign):
        return [node.target]
    targets = node.targets if isinstance(node, ast.Assign | ast.Delete) else []
    return [each for target in targets for each in (target.elts if isinstance(target, ast.Tuple) else [target])]


def own(node: ast.AST) -> str:
    """The attribute's name in `self.name`."""
    return node.attr if isinstance(node, ast.Attribute) and name_of(node.value) == "self" else ""


def is_empty(value: ast.AST | None) -> bool:
    if isinstance(value, ast.Call):
        made = value.func.value if isinstance(value.func, ast.Subscript) else value.func
        copied = bool(value.args) and name_of(made) != "defaultdict"
        return name_of(made) in EMPTY and not copied and not any(word.arg == "maxlen" for word in value.keywords)
    return (isinstance(value, ast.Dict) and not value.keys) or (isinstance(value, ast.List) and not value.elts)


def test_every_cache_says_how_much_it_keeps(repository: Path) -> None:
    assert [f"{path}:{line}" for path, module in modules(repository) for line in unbounded_caches(module)] == []


def test_what_only_grows_is_bounded_by_something(repository: Path) -> None:
    found = {
        (owner.name, name)
        for _, module in modules(repository)
        for owner in ast.walk(module)
        if isinstance(owner, ast.ClassDef)
        for name in growing(owner)
    }
    assert found == set(BOUNDED)


def test_no_module_keeps_anything_by_itself(repository: Path) -> None:
    kept = [
        f"{path}:{node.lineno}"
        for path, module in modules(repository)
        for node in module.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and is_empty(node.value)
    ]
    assert kept == []


@pytest.mark.parametrize(
    "source",
    [
        "@cache\ndef f(): ...",
        "@functools.lru_cache(None)\ndef f(): ...",
        "@lru_cache\ndef f(): ...",
        "@lru_cache(maxsize=None)\ndef f(): ...",
        "f = lru_cache()(g)",
    ],
)
def test_the_check_sees_caches_without_a_bound(source: str) -> None:
    assert unbounded_caches(ast.parse(source)) == [1]


@pytest.mark.parametrize(
    "source",
    ["@lru_cache(6)\ndef f(): ...", "@lru_cache(maxsize=2)\ndef f(): ...", "N: Final = 7\n@lru_cache(N)\ndef f(): ..."],
)
def test_the_check_lets_bounds_pass(source: str) -> None:
    assert unbounded_caches(ast.parse(source)) == []


@pytest.mark.parametrize(
    ("begins", "goes_on", "grows"),
    [
        ("{}", "self.a[key] = 1", True),
        ("[]", "self.a.append(1)", True),
        ("set()", "self.a |= {1}", True),
        ("deque()", "self.a.append(1)", True),
        ("Counter[str]()", "self.a.update(x)", True),
        ("deque(maxlen=3)", "self.a.append(1)", False),
        ("{}", "self.a[key] = 1; del self.a[other]", False),
        ("[]", "self.a.append(1); self.a.pop(0)", False),
        ("[]", "self.a.append(1); self.a, b = [], 1", False),
        ("{}", "return self.a[key]", False),
        ("dict(given)", "self.a[key] = 1", False),
    ],
)
def test_the_check_sees_what_only_grows(begins: str, goes_on: str, *, grows: bool) -> None:
    source = f"class C:\n    def __init__(self): self.a = {begins}\n    def f(self): {goes_on}"
    owner = ast.parse(source).body[0]
    assert isinstance(owner, ast.ClassDef)
    assert growing(owner) == ({"a"} if grows else set())
