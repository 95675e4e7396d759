import { type Found, statementOf } from "./setup.ts";
import { longestTry } from "./verdict.ts";

/** Returns a script that imports what each example uses, compares the result, and prints a line per example. */
export function pythonScript(list: readonly Found[]): string {
  const tries = list.map(({ uses, shown: { call, value, loose = false } }, place) => ({
    place,
    imports: uses.map(statementOf),
    call,
    value: value ?? "None",
    loose,
  }));
  return `import json, sys
given = json.loads(${JSON.stringify(JSON.stringify(tries))})
${script}`;
}

const script = `print_line = sys.stdout.write
sys.path[:0] = [".", "src"]
def say(**told):
    print_line("\\nantiphon-example " + json.dumps(told) + "\\n")
def printed(result):
    shown = "" if result is None else repr(result)
    # of sets nobody knows the order
    certain = shown.isprintable() and len(shown) < 160 and " at 0x" not in shown and not isinstance(result, (set, frozenset))
    return {"prints": shown} if certain else {}
import signal
def late(*_):
    raise TimeoutError
if hasattr(signal, "SIGALRM"):
    signal.signal(signal.SIGALRM, late)
def limit(seconds):
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)
for one in given:
    place, names = one["place"], {}
    try:
        for line in one["imports"]:
            exec(line, names)
    except BaseException as error:
        say(place=place, why="a module couldn't be loaded: " + type(error).__name__ + ": " + str(error).split("\\n")[0])
        continue
    try:
        limit(${longestTry / 1000})
        result = eval(one["call"], names)
        expected = eval(one["value"], names)
        good = bool(result == expected)
        # an assertion that only asks for the truth of a result doesn't say what it is
        if not good and one["loose"] and bool(result) == expected:
            say(place=place)
        else:
            say(place=place, good=good, **printed(result))
    except BaseException:
        say(place=place, good=False)
    finally:
        limit(0)
sys.stdout.flush()
import os
os._exit(0)
`;
