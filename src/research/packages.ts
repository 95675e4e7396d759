import { isObject } from "../lib/index.ts";
import { importLines, ranking } from "../inspect/index.ts";
import type { Files } from "../workspace/index.ts";
import type { Depth, Documents, Finding, Package } from "./contract.ts";
import { declarationFiles, manifestOf } from "./declarations.ts";
import { finding } from "./findings.ts";
import { pythonPackage } from "./python.ts";
import { type Question, termsOf, wordsIn } from "./question.ts";

const block = 40;
const readmes = ["README.md", "readme.md", "Readme.md", "README.markdown"];
const jsImport = /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*["']([^"'\n./][^"'\n]{0,213})["']/g;
const pyImport = /^[ \t]*(?:from[ \t]+([A-Za-z_]\w*)[\w.]*[ \t]+import|import[ \t]+([A-Za-z_]\w*))/gm;

interface Found {
  readonly packages: readonly Package[];
  /** Declared but not installed. */
  readonly missing: readonly string[];
  /** Words of the question that occur in the documents that were read. */
  readonly words: ReadonlySet<string>;
}

/** Finds the packages that the question names or the best files import, and what their documentation says about it. */
export async function packagesOf(
  { files, root }: { readonly files: Files; readonly root: string },
  about: { readonly question: Question; readonly best: readonly string[]; readonly depth: Depth },
): Promise<Found> {
  const { question, best, depth } = about;
  const reasons = new Map<string, Package["why"]>();
  const declared = await declaredIn(files);
  const mentionedWords = new Set(
    question.text
      .toLowerCase()
      .split(/[^\w@/.-]+/)
      .map((word) => word.replace(/[.?]+$/, "")),
  );
  for (const name of declared)
    if (mentionedWords.has(name.toLowerCase())) reasons.set(name, "named in the question");
  for (const file of best)
    for (const name of await importsOf(files, file))
      if (!reasons.has(name)) reasons.set(name, "imported by a finding");
  const packages: Package[] = [];
  const missing: string[] = [];
  const words = new Set<string>();
  for (const [name, why] of reasons) {
    if (packages.length >= depth.packages) break;
    const documents =
      (await npmPackage(files, name, depth)) ?? (await pythonPackage({ files, root }, name, depth));
    if (!documents) {
      if (declared.has(name)) missing.push(name);
      continue;
    }
    for (const { text: content } of documents.files)
      for (const word of wordsIn(question, content)) words.add(word);
    const least = why === "named in the question" ? 1 : question.words.length / 2;
    const passages = passagesOf(documents, question, depth).filter(
      (finding) => finding.words.length >= least,
    );
    if (passages.length > 0 || why === "named in the question")
      packages.push({ name, version: documents.version, why, passages });
  }
  return { packages, missing, words };
}

/** Package names in the project's manifests. */
async function declaredIn(files: Files): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  const manifest = await manifestOf(files, "package.json");
  for (const key of ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"]) {
    const list = manifest?.[key];
    if (isObject(list)) for (const name of Object.keys(list)) names.add(name);
  }
  const python = `${await text(files, "requirements.txt")}\n${await text(files, "pyproject.toml")}`;
  for (const [, name = ""] of python.matchAll(
    /^[ \t]*["']?([A-Za-z][\w.-]*)[ \t]*(?:\[[^\]\n]*\])?[ \t]*(?:[<>=~!]=|[<>]|["'],?[ \t]*$|$)/gm,
  ))
    names.add(name);
  return names;
}

const text = async (files: Files, path: string): Promise<string> =>
  (await files.tryRead(path).catch(() => null)) ?? "";

async function importsOf(files: Files, file: string): Promise<readonly string[]> {
  const source = await text(files, file);
  if (/\.pyi?$/.test(file)) return [...source.matchAll(pyImport)].map(([, a = "", b = ""]) => a || b);
  if (!/\.[mc]?[jt]sx?$/.test(file)) return [];
  return [...source.matchAll(jsImport)]
    .map(([, request = ""]) => request)
    .filter((request) => !request.includes(":"))
    .map((request) =>
      request
        .split("/")
        .slice(0, request.startsWith("@") ? 2 : 1)
        .join("/"),
    );
}

const packageName = /^(?:@[\w.-]+\/)?[\w.-]+$/;

async function npmPackage(files: Files, name: string, depth: Depth): Promise<Documents | undefined> {
  if (!packageName.test(name) || /^\.+$/.test(name)) return undefined;
  const folder = `node_modules/${name}`;
  const manifest = await manifestOf(files, `${folder}/package.json`);
  if (!manifest) return undefined;
  const found: { file: string; text: string }[] = [];
  for (const readme of readmes) {
    const content = await text(files, `${folder}/${readme}`);
    if (content !== "" && found.length === 0) found.push({ file: `${folder}/${readme}`, text: content });
  }
  found.push(...(await declarationFiles(files, folder, { manifest, most: depth.declarationFiles })));
  const { version } = manifest;
  return { name, version: typeof version === "string" ? version : undefined, files: found };
}

/** Splits documents at headings and blank lines into passages and ranks them, without duplicates. */
function passagesOf({ files }: Documents, question: Question, depth: Depth): readonly Finding[] {
  const seen = new Set<string>();
  const places = files.flatMap(({ file, text: whole }) => {
    const lines = whole.split("\n");
    const cuts: { file: string; line: number; endLine: number; text: string }[] = [];
    const imports = importLines(file, lines);
    for (let start = 0; start < lines.length;) {
      let end = start + 1;
      if (imports.has(end)) {
        start = end;
        continue;
      }
      const ends = (index: number): boolean =>
        index - start >= block ||
        imports.has(index + 1) ||
        /^#{1,6} /.test(lines[index] ?? "") ||
        (index - start >= 8 && lines[index - 1]?.trim() === "");
      while (end < lines.length && !ends(end)) end += 1;
      const content = lines.slice(start, end).join("\n");
      if (!seen.has(content)) cuts.push({ file, line: start + 1, endLine: end, text: content });
      seen.add(content);
      start = end;
    }
    return cuts;
  });
  const ranks = ranking(places.map((place) => [[place.text, 1]]));
  const forms = termsOf(
    question,
    places.map((place) => place.text),
  );
  return ranks.rank(forms, depth.passages).flatMap(({ document }) => {
    const place = places[document];
    return place ? [finding(place, question, depth.lines)] : [];
  });
}
