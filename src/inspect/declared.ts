import { setImmediate } from "node:timers/promises";
import { languageOf, type Language } from "../code/index.ts";
import type { Workspace } from "../workspace/index.ts";
import type { Declared } from "./contract.ts";
import { type Facts, factsOf } from "./facts.ts";
import { foundIn, hashOf } from "./kept.ts";
import { pack } from "./pack.ts";
import { isText, mostFiles, mostText, project } from "./project.ts";
import { Shelf } from "./shelf.ts";

/** What else is found out about each file while it is at hand: plain data. */
export interface More<M> {
  readonly name: string;
  read(
    source: { readonly path: string; readonly text: string; readonly language: Language },
    facts: Facts,
  ): M;
}

export interface Opening<M> {
  readonly more: More<M>;
  readonly signal?: AbortSignal;
  progress?(done: number, all: number): void;
}

interface Whole<M> extends Facts {
  readonly more: M;
}

/** Files between two looks at what else there is to do: the terminal's line, Ctrl-C. */
const breath = 16;

/**
 * Reads what the whole project declares, of each file what isn't known from before. Neither texts nor syntax trees are
 * held; `more` gives what else was found out about a file.
 */
export async function openDeclared<M>(
  workspace: Pick<Workspace, "files" | "records">,
  { more, signal, progress }: Opening<M>,
): Promise<Declared & { more(file: string): M | undefined }> {
  const files: string[] = [];
  for await (const file of workspace.files.find("**"))
    if (isText(file) && files.length < mostFiles) files.push(file);
  const code: string[] = [];
  for (const file of files) if (await languageOf(file)) code.push(file);
  const finding = {
    name: `facts 2 ${more.name}`,
    async read(path: string, text: string): Promise<string | undefined> {
      const language = await languageOf(path);
      if (!language || text.length > mostText) return undefined;
      const facts = factsOf(text, language);
      return pack({
        ...facts,
        more: more.read({ path, text, language }, facts),
      } satisfies Whole<M>);
    },
  };
  const facts = new Map<string, Facts>();
  const hashes = new Map<string, string>();
  const rest = new Map<string, M>();
  const shelf = new Shelf();
  for await (const { path, hash, found } of foundIn(code, workspace, finding)) {
    const { more: own, ...plain } = shelf.put<Whole<M>>(path, found); // of the text itself nothing stays
    facts.set(path, plain);
    rest.set(path, own);
    hashes.set(path, hash);
    if (facts.size % breath) continue;
    progress?.(facts.size, code.length);
    await setImmediate();
    signal?.throwIfAborted();
  }
  progress?.(code.length, code.length);
  await setImmediate();
  signal?.throwIfAborted();
  return {
    ...project(files, facts, (file, text) => hashes.get(file) === hashOf(text)),
    more: (file) => rest.get(file),
  };
}
