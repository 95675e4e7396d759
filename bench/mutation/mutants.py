"""One-line bugs by another program's hand: `python mutants.py FOLDER NAME=VERSION/SOURCES ... > set.jsonl`.

FOLDER holds unpacked source archives from the Python package index (`pip download --no-deps --no-binary :all:`), which
carry their tests; SOURCES is the folder or file of the package itself. cosmic-ray makes every change that it knows in
every source file. Of each package the first six count, in the order of a hash, that change one line and let a test
fail that passes without: nobody chose them. Needs cosmic-ray and pytest in the Python that runs this.
"""

import hashlib
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

from cosmic_ray.ast import get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

EACH = 6
TESTS = ("test", "tests")


def files_of(folder, sources):
    """The package and its tests as they lie beside each other, without `src`."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        top = path.relative_to(folder).parts[0]
        mine = name == sources or name.startswith(sources + "/")
        if not path.is_file() or not (mine or top in TESTS or (top.startswith("test") and name.endswith(".py"))):
            continue
        try:
            found[name.removeprefix("src/")] = path.read_text()
        except UnicodeDecodeError:
            pass
    return found


def passes(files):
    """Whether every test passes, within a minute."""
    with tempfile.TemporaryDirectory() as place:
        for name, text in files.items():
            path = pathlib.Path(place, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
        try:
            return subprocess.run(command, cwd=place, capture_output=True, timeout=60).returncode == 0
        except subprocess.TimeoutExpired:
            return False


def spots(files, sources):
    """Every place of every operator, in the order of a hash."""
    for name, text in files.items():
        if not name.endswith(".py") or not (name == sources or name.startswith(sources + "/")):
            continue
        tree = get_ast(text)
        nodes = [tree]
        for node in nodes:
            nodes += getattr(node, "children", [])
        for kind in operator_names():
            try:
                operator = get_operator(kind)()
            except TypeError:  # one that is told what to replace
                continue
            for at in range(sum(len(list(operator.mutation_positions(node))) for node in nodes)):
                yield hashlib.sha256(f"{name}:{kind}:{at}".encode()).hexdigest(), name, kind, at


def main(folder, packages):
    for package in packages:
        archive, sources = package.split("/", 1)
        files = files_of(pathlib.Path(folder, archive.replace("=", "-")), sources)
        if not passes(files):
            print(f"{package}: the tests fail without a change", file=sys.stderr)
            continue
        count = 0
        for _, name, kind, at in sorted(spots(files, sources.removeprefix("src/"))):
            right = files[name]
            wrong = mutate_code(right, get_operator(kind)(), at)
            lines = list(zip(right.split("\n"), wrong.split("\n")))
            if right.count("\n") != wrong.count("\n") or sum(a != b for a, b in lines) != 1:
                continue
            if passes({**files, name: wrong}):
                continue
            print(json.dumps({"name": f"{package} {kind} {at}", "path": name, "right": right, "files": {**files, name: wrong}}))
            sys.stdout.flush()
            count += 1
            if count == EACH:
                break


main(sys.argv[1], sys.argv[2:])
