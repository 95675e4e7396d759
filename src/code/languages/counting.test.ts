import { expect, it } from "vitest";
import { languageOf } from "../languages.ts";

/** `name` if it is documented, `-name` if not. */
async function counts(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const [path = ""] = Object.keys(files);
  const counting = (await languageOf(path))?.counting;
  return (counting?.count(new Map(Object.entries(files))) ?? []).map(
    ({ name, documented }) => `${documented ? "" : "-"}${name}`,
  );
}

it("counts Python as interrogate does: the module, and all classes and functions of any depth", async () => {
  const source = `# a comment
"""Says what it is.""" ; import os

@first
# between
@second(
    1)
class Größe・(Base):
    "" ; x = 1
    def __init__(self): "on the line of its head"
    async def _own(self):
        ("joined "
         'of two')
        def inner():
            f"not {a} docstring"
        if x:
            def deeper(): ...
    class Meta: b"bytes"
`;
  expect(await counts({ "a.py": source })).toEqual([
    "",
    "-Größe・",
    "Größe・.__init__",
    "Größe・._own",
    "-Größe・._own.inner",
    "-Größe・._own.deeper",
    "-Größe・.Meta",
  ]);
  const language = await languageOf("a.py");
  const lines = language?.counting?.count(new Map([["a.py", source]])).map(({ line }) => line);
  expect(lines).toEqual([1, 8, 10, 11, 14, 17, 18]);
});

it("counts TypeScript as TypeDoc does: exports with their members, overloads, types in types, what is inherited", async () => {
  expect(
    await counts({
      "shape.ts": `/** @module */
export interface Shape {
  /** In square metres. */
  area(): number;
  /** @internal */
  readonly id: string;
  style?: { color: string; /** not at the beginning of its line */ width: number };
  (scale: { by: number }): this;
}
export type Maker<T extends () => void = () => void> = { new (): T } | { made: T };
const secret = 1, hidden = 2;
export { secret as shown };
/** @hidden */
export const none = 1;
export const settings = { /** no */ a: 1, 
  /** One. */
  b: { c: "x" } as const };
/** @param a what it is */
export function over(a: string): { kept: boolean };
export function over(a: number): { kept: boolean };
export function over(a: unknown) { return a }
export enum Side { Left, /** no */ Right }
declare module "./other.ts" { interface Other { added: 1 } }
`,
      "other.ts": `import type * as shapes from "./shape.js";
export interface Other { own: 1 }
export default class Circle implements shapes.Shape {
  /** @param radius in metres */
  constructor(readonly radius: number, private label: string) {}
  #private = 1;
  area() { return { exact: 1 } }
  /** Its name. */
  get name() { return "" }
  set name(value) {}
  static of = () => 1;
  private out() {}
}
/** More. */
export class Disc extends Circle { area() { return 2 as never } }
`,
    }),
  ).toEqual(
    `-Shape -Maker -T -made -shown -settings -a b -c -over -kept -over -kept -Side -Left -Right
     -Shape area -id -style -color -width
     -Other -default Disc
     -own -added radius area -exact name name -of area radius name name -of`.split(/\s+/),
  );
});

it("counts what a class that implements the platform's takes over as documented", async () => {
  const source = `export class Place implements URL { hash = ""; toString() { return ""; } own = 1; }`;
  expect(await counts({ "a.ts": source })).toEqual(["-Place", "hash", "-toString", "-own"]);
});
