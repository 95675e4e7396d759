import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { choose, generate, mergeWith, type GeneratedFile } from "../../../src/generate/index.ts";
import type { Files } from "../../../src/workspace/index.ts";
import { definitionOf, histories, type Drafts } from "./definitions.ts";

/** Ten thousand on demand: `ANTIPHON_CASES=10000`. */
const cases = Number(process.env["ANTIPHON_CASES"] ?? 25);
const variant = choose({ framework: "express", database: "postgres", testFramework: "vitest" });

/** Histories are drawn from a few, so that most of the time goes into merging. */
const pool = fc.sample(histories(2), { numRuns: Math.max(4, Math.round(cases / 100)), seed: 11 });

const made = new Map<string, Promise<readonly GeneratedFile[]>>();

/** Generated once a definition; migrations follow from the one before and are looked at elsewhere. */
function filesOf(drafts: Drafts): Promise<readonly GeneratedFile[]> {
  const key = JSON.stringify(drafts);
  const found =
    made.get(key) ??
    generate(definitionOf(drafts), variant, {
      name: "trees",
      previous: undefined,
      project: undefined,
      auth: false,
    }).then((files) => files.filter(({ path }) => !path.startsWith("migrations/")));
  made.set(key, found);
  return found;
}

interface Edit {
  readonly file: number;
  readonly at: number;
  readonly remove: number;
  readonly add: readonly number[];
}

const edit: fc.Arbitrary<Edit> = fc.record({
  file: fc.nat(200),
  at: fc.nat(400),
  remove: fc.nat(3),
  add: fc.array(fc.nat(999), { maxLength: 3 }),
});

const day = fc.record({
  edits: fc.array(edit, { minLength: 1, maxLength: 8 }),
  deleted: fc.array(fc.nat(200), { maxLength: 1 }),
});

const isMark = (line: string): boolean => line.startsWith("// edited ");

/** Someone's lines. */
const marksOf = (texts: ReadonlyMap<string, string>): readonly string[] =>
  [...texts]
    .flatMap(([path, text]) => (path.startsWith(".antiphon/") ? [] : text.split("\n").filter(isMark)))
    .toSorted();

/** What a person does to the sources between two runs. */
function work(
  texts: Map<string, string>,
  { edits, deleted }: { readonly edits: readonly Edit[]; readonly deleted: readonly number[] },
): void {
  const own = [...texts.keys()].filter((path) => /^(src|tests)\//.test(path)).toSorted();
  for (const { file, at, remove, add } of edits) {
    const path = own[file % own.length] ?? "";
    const lines = (texts.get(path) ?? "").split("\n");
    // Taking away one's own line again is no loss.
    const place = at % lines.length;
    const gone = lines.slice(place, place + remove).findIndex(isMark);
    const removed = gone === -1 ? remove : gone;
    texts.set(path, lines.toSpliced(place, removed, ...add.map((n) => `// edited ${n}`)).join("\n"));
  }
  for (const index of deleted) texts.delete(own[index % own.length] ?? "");
}

async function run(texts: Map<string, string>, drafts: Drafts): Promise<readonly string[]> {
  const files = {
    tryRead: (path: string) => Promise.resolve(texts.get(path) ?? null),
  } as Pick<Files, "tryRead"> as Files; // all that a merge asks
  const merged = await mergeWith(files, definitionOf(drafts), await filesOf(drafts));
  for (const { path, after } of merged.changes) {
    if (after === null) texts.delete(path);
    else texts.set(path, after);
  }
  return merged.conflicts;
}

describe("generating again", () => {
  it(
    "loses no edited line, whatever is edited and whatever changes in the definition",
    { timeout: 3_600_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...pool),
          fc.array(day, { minLength: 2, maxLength: 2 }),
          async (history, days) => {
            const texts = new Map<string, string>();
            const [start, ...later] = history;
            if (start) await run(texts, start);
            for (const [index, drafts] of later.entries()) {
              const before = new Set(texts.keys());
              const today = days[index];
              if (today) work(texts, today);
              const missing = [...before].filter((path) => !texts.has(path));
              const marks = marksOf(texts);
              const conflicts = await run(texts, drafts);
              // A renamed resource takes its files along.
              expect(marksOf(texts)).toEqual(marks);
              for (const path of missing) expect(texts.has(path), path).toBe(false);
              for (const path of conflicts) expect(texts.get(path)).toContain("<<<<<<< yours");
            }
          },
        ),
        { numRuns: cases, seed: 5 },
      );
    },
  );

  it("takes edits along to the files of a resource that is called otherwise now", async () => {
    const texts = new Map<string, string>();
    const tree = { fields: { name: "string required" }, relations: {} };
    await run(texts, { Alder: tree, Birch: { fields: {}, relations: { toAlder: "belongs to Alder" } } });
    const old = "src/controllers/alder.ts";
    const edited = (texts.get(old) ?? "").replace(
      "await createAlder(db, parse(alderInput, body))",
      `await createAlder(db, guarded(parse(alderInput, body)))`,
    );
    const rule = `/** Mine: alders are few. */\nconst guarded = <Alder>(alder: Alder): Alder => alder;\n\n/** Reads`;
    texts.set(old, edited.replace("/** Reads", rule));
    const conflicts = await run(texts, {
      Elm: { ...tree, was: "Alder" },
      Birch: { fields: {}, relations: { toElm: "belongs to Elm" } },
    });
    expect(conflicts).toEqual([]);
    expect([...texts.keys()].filter((path) => /alder/.test(path))).toEqual([]);
    const text = texts.get("src/controllers/elm.ts");
    expect(text).toContain("/** Mine: alders are few. */");
    expect(text).toContain("await createElm(db, guarded(parse(elmInput, body)))");
  });

  it("changes nothing where nothing changed", async () => {
    const texts = new Map<string, string>();
    const drafts = pool[0]?.[0] ?? {};
    await run(texts, drafts);
    const before = new Map(texts);
    await run(texts, drafts);
    expect(texts).toEqual(before);
  });
});
