import { literal, objectIn } from "../../lib/index.ts";
import { type Change, type Check, type Ground, isTest, type Note, noted } from "../contract.ts";
import { declarationsIn } from "../../code/index.ts";

const most = 3;

const docs: Check = {
  summary: "documentation that says what no longer holds",
  focus: "quality",
  reads: (path) => !isTest(path),
  async run(ground) {
    const notes: Note[] = [];
    const declared = new Set<string>();
    for (const { path, after } of ground.changes)
      for (const { name } of await declarationsIn(path, after ?? "")) declared.add(name);
    for (const change of ground.changes) {
      if (isTest(change.path)) continue;
      notes.push(...(await docstrings(change)));
      for (const name of await findRemovedNames(change, declared))
        notes.push(...(await mentions(name, change, ground)));
    }
    return noted(notes);
  },
};
export default docs;

/** Docstrings that name a missing parameter, if the function or its docstring changed. */
async function docstrings({ path, after, added }: Change): Promise<readonly Note[]> {
  if (after === null) return [];
  return (await declarationsIn(path, after)).flatMap((item): Note[] => {
    const { docstring, parameters, line, endLine, kind, name } = item;
    if (!docstring || (kind !== "function" && kind !== "method")) return [];
    const head = Array.from({ length: Math.min(endLine - line + 1, 8) }, (_, i) => line + i);
    if (!head.some((index) => added.has(index))) return [];
    const known = parameters.map((parameter) => parameter.name.replace(/^[*.]+|\?$/g, ""));
    if (known.some((element) => /[{[]/.test(element))) return [];
    const stale = Object.keys(docstring.doc.parameters).filter((key) => {
      const base = key.replace(/^[*.[]+|[\]?]$/g, "").split(/[.=[]/)[0] ?? "";
      return base !== "" && !known.includes(base) && !known.includes("kwargs") && base !== "props";
    });
    if (stale.length === 0) return [];
    return [
      {
        file: path,
        line,
        rule: "docstring-drift",
        reason: `The docstring of ${name} describes ${stale.join(", ")}, which it doesn't take.`,
        suggestion: "Describe the parameters that are there: /doc writes them.",
      },
    ];
  });
}

/**
 * Names that no longer exist anywhere: exports, npm scripts, files, environment variables. `declared`: what the changed
 * files declare now.
 */
async function findRemovedNames(
  { path, before, after }: Change,
  declared: ReadonlySet<string>,
): Promise<readonly string[]> {
  if (before === null) return [];
  if (/(?:^|\/)package\.json$/.test(path)) {
    const scripts = (text: string | null): readonly string[] =>
      Object.keys(objectIn(text)?.["scripts"] ?? {});
    const now = scripts(after);
    return scripts(before)
      .filter((script) => !now.includes(script))
      .map((script) => `npm run ${script}`);
  }
  const old = (await declarationsIn(path, before)).filter(
    ({ exported, name }) => exported && name.length > 3,
  );
  const names = old.filter(({ name }) => !declared.has(name)).map(({ name }) => name);
  const flags = (text: string | null): ReadonlySet<string> =>
    new Set(
      [...(text ?? "").matchAll(/\benv(?:iron(?:ment)?)?(?:\.get\(|\.|\[)["']?([A-Z][A-Z0-9_]{3,})/g)].map(
        ([, name]) => name ?? "",
      ),
    );
  const left = flags(after);
  return [
    ...names,
    ...[...flags(before)].filter((flag) => !left.has(flag)),
    ...(after === null ? [path] : []),
  ];
}

/** Documents that still mention a name that nothing in the project declares any more. */
async function mentions(name: string, { path }: Change, ground: Ground): Promise<readonly Note[]> {
  const word = new RegExp(`(?<![\\w./-])${literal(name)}(?![\\w-])`);
  const all = await ground.project();
  const plain = /^[A-Z][A-Z0-9_]+$/.test(name) || /[ /]/.test(name);
  const elsewhere = [...all].some(
    ([file, text]) =>
      file !== path &&
      !isDocument(file) &&
      !isTest(file) &&
      (plain || declares(name, text)) &&
      word.test(text),
  );
  if (elsewhere) return [];
  const notes: Note[] = [];
  for (const [file, text] of all) {
    if (!isDocument(file) || /(?:^|\/)(?:changelog|history|releases?)\b/i.test(file)) continue;
    const line = text.split("\n").findIndex((item) => word.test(item) && (plain || /[`(<]/.test(item))) + 1;
    if (line === 0) continue;
    notes.push({
      file,
      line,
      rule: "docs-drift",
      reason: `This speaks of ${name}, which ${path} no longer has.`,
      suggestion: "Write what holds now.",
    });
    if (notes.length >= most) break;
  }
  return notes;
}

const isDocument = (file: string): boolean =>
  /\.(?:md|mdx|rst|adoc|txt)$/i.test(file) && !/requirements/.test(file);
const declares = (name: string, text: string): boolean =>
  new RegExp(
    String.raw`\b(?:function|class|const|let|var|def|type|interface|enum|func)\s+${name.split(".").at(-1) ?? name}\b`,
  ).test(text);
