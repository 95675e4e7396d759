import { expect, it } from "vitest";
import { languageOf } from "../../code/index.ts";
import { dataModel } from "./data-model.ts";
import { handedOn } from "./handed-on.ts";

async function modelOf(path: string, text: string): Promise<readonly string[]> {
  const language = await languageOf(path);
  if (!language) throw new Error(path);
  const studies = language.studies(text);
  const open = language
    .declarations(text)
    .map((declaration, place) => [declaration, studies[place]] as const);
  return dataModel({ path, text, language }, open).filter(Boolean);
}

it("tells of fields what their comments say, and leaves out columns that nothing fills", async () => {
  expect(
    await modelOf(
      "a.ts",
      "export interface Options {\n  /** How many. More. */\n  limit?: number;\n  _own: string;\n  name: 'a' | 'b';\n}\n",
    ),
  ).toEqual([
    "### Options",
    "In `a.ts`.",
    "| Field | Type | Meaning |",
    "| --- | --- | --- |",
    "| `limit?` | `number` | How many. |",
    "| `name` | `'a' \\| 'b'` |  |",
  ]);
  expect(
    await modelOf(
      "a.go",
      'package a\n\ntype Flag struct {\n\tName string // as it is written\n\t// Usage is shown.\n\tUsage string `json:"u"`\n}\n',
    ),
  ).toEqual([
    "### Flag",
    "In `a.go`.",
    "| Field | Type | Meaning |",
    "| --- | --- | --- |",
    "| `Name` | `string` | as it is written |",
    "| `Usage` | `string` | Usage is shown. |",
  ]);
  expect(
    await modelOf("a.rs", "pub struct At {\n    /// Where.\n    pub place: u64,\n    own: u8,\n}\n"),
  ).toContain("| `place` | `u64` | Where. |");
  expect(
    await modelOf("A.java", "public class A {\n    /** Where. */\n    public int place;\n}\n"),
  ).toContain("| `place` | `int` | Where. |");
});

it("takes names alone as a line, and methods for no fields", async () => {
  expect(
    await modelOf(
      "a.py",
      "class Kind(object):\n    def __init__(self):\n        self.a = f()\n        self.b = f()\n",
    ),
  ).toEqual(["### Kind", "In `a.py`.", "Holds `a`, `b`."]);
  expect(await modelOf("a.go", "package a\n\ntype Value interface {\n\tSet(string) error\n}\n")).toEqual([]);
  expect(await modelOf("a.rs", "pub trait Ext {\n    fn ino(&self) -> u64;\n}\n")).toEqual([]);
});

it.each([
  [
    "a.ts",
    'export * from "./b";\nexport * as c from "./c";\nexport { d, e as f, type G } from "./d";\n',
    ["`d`", "`f`", "`G`", "all of `./b`", "`c`"],
  ],
  ["a.ts", "export const a = 1;\nexport { a as b };\n", []],
  ["lib.rs", "pub use crate::a::{B, C};\nuse d;\n", ["`crate::a::{B, C}`"]],
])("of %s, %j hands on %j", (path, text, names) => {
  expect(handedOn(path, text)).toEqual(names);
});
