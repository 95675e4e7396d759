import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { declarationsIn, familyOf, mask } from "../../src/code/index.ts";
import { pick } from "../review/random.ts";

/** A fault added to a file of a change, and the rules of which one must report it. */
export interface Planted {
  readonly kind: string;
  readonly file: string;
  readonly rules: readonly string[];
}

type Next = () => number;
/** Adds the fault to a text, or returns `undefined` if the file has no place for it. */
type Fault = (text: string, path: string, next: Next) => Promise<string | undefined> | string | undefined;

const letters = [..."ABCDEFGHJKLMNPQRSTUVWXYZ23456789"];
const word = (length: number, next: Next): string =>
  Array.from({ length }, () => pick(letters, next)).join("");
const lower = (next: Next): string => `added${word(5, next)}`;

/** Appends lines in the file's language. */
const appended =
  (texts: Readonly<Record<string, readonly string[]>>): Fault =>
  (text, path, next) => {
    const all = texts[familyOf(path) ?? ""];
    return (
      all &&
      `${text.trimEnd()}\n\n${pick(all, next).replaceAll("NAME", lower(next)).replaceAll("KEY", word(16, next))}\n`
    );
  };

async function exported(text: string, path: string, next: Next) {
  const all = (await declarationsIn(path, text)).filter(
    ({ exported: isOpen, name, kind }) => isOpen && /^[A-Za-z]\w{3,}$/.test(name) && kind === "function",
  );
  return all.length ? pick(all, next) : undefined;
}

const faults: Readonly<Record<string, readonly [rules: readonly string[], fault: Fault]>> = {
  dangerous: [
    ["eval", "command-injection", "sql-injection"],
    appended({
      js: [
        "function NAME(text) {\n  return eval(text);\n}",
        "function NAME(db, id) {\n  return db.query(`SELECT a FROM t WHERE id = ${id}`);\n}",
      ],
      py: [
        "def NAME(text):\n    return eval(text)",
        'def NAME(name):\n    import os\n    os.system("ls " + name)',
      ],
      go: ['func NAME(name string) *exec.Cmd {\n\treturn exec.Command("sh", "-c", "ls "+name)\n}'],
    }),
  ],
  secret: [
    ["secret"],
    appended({
      js: ['const NAME = "AKIAKEY";', 'const NAMEPassword = "KEYKEY";'],
      py: ['NAME = "AKIAKEY"', 'NAME_password = "KEYKEY"'],
      go: ['const NAME = "AKIAKEY"'],
    }),
  ],
  leftover: [
    ["debugger", "conflict-marker"],
    appended({
      js: ["function NAME() {\n  debugger;\n}", "<<<<<<< HEAD\nlet NAME = 1;"],
      py: ["def NAME():\n    breakpoint()", "def NAME():\n    import pdb; pdb.set_trace()"],
      go: ["<<<<<<< HEAD\nvar NAME = 1"],
    }),
  ],
  "export removed": [
    ["export-removed"],
    async (text, path, next) => {
      const one = await exported(text, path, next);
      return one && text.replaceAll(new RegExp(`\\b${one.name}\\b`, "g"), `${one.name}Renamed`);
    },
  ],
  signature: [
    ["signature-changed"],
    async (text, path, next) => {
      const one = await exported(text, path, next);
      const head =
        one && new RegExp(`(\\b${one.name}\\s*(?:=\\s*(?:async\\s*)?)?(?:<[^(]*>)?\\()\\s*(?=([^)]?))`);
      const type = familyOf(path) === "go" ? " string" : path.endsWith("ts") ? ": string" : "";
      if (!head) return undefined;
      // Its name may stand in comments above.
      const [above, declared] = [text.slice(0, one.range.start), text.slice(one.range.start)];
      const edited = declared.replace(
        head,
        (_, open: string, follow: string) => `${open}added${type}${follow ? ", " : ""}`,
      );
      return edited === declared ? undefined : above + edited;
    },
  ],
  syntax: [
    ["syntax"],
    async (text, path) => {
      if (familyOf(path) === "go") return undefined; // no parser here: the compiler reports it
      const at = mask(path, text).bare.lastIndexOf(")"); // in a comment or string it would be no fault
      return at < 0 ? undefined : text.slice(0, at) + text.slice(at + 1);
    },
  ],
  swallowed: [
    ["swallowed-error"],
    appended({
      js: ["function NAME(run) {\n  try {\n    run();\n  } catch {}\n}"],
      py: ["def NAME(run):\n    try:\n        run()\n    except Exception:\n        pass"],
    }),
  ],
};

/** Adds one fault to one of the files that a change touches; returns `undefined` if none fits. */
export async function plant(folder: string, names: string, next: Next): Promise<Planted | undefined> {
  const files = names
    .split("\n")
    .filter(
      (path) => /\.(?:[mc]?[jt]sx?|py|go)$/.test(path) && !/test|spec|\.d\.ts$|example|docs\//i.test(path),
    );
  const order = Object.entries(faults).toSorted(() => next() - 0.5);
  for (const [kind, [rules, fault]] of order)
    for (const file of files.toSorted(() => next() - 0.5)) {
      let text;
      try {
        text = readFileSync(join(folder, file), "utf8");
      } catch {
        continue; // the change removed it
      }
      const after = await fault(text, file, next);
      if (after === undefined) continue;
      writeFileSync(join(folder, file), after);
      return { kind, file, rules };
    }
  return undefined;
}
