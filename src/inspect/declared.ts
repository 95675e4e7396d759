import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { languageOf } from "../code/index.ts";
import type { Workspace } from "../workspace/index.ts";
import type { Declared } from "./contract.ts";
import type { Facts } from "./facts.ts";
import { foundIn, hashOf } from "./kept.ts";
import { type More, packedFacts, type Whole } from "./packed.ts";
import { isText, mostFiles, project } from "./project.ts";
import { Shelf } from "./shelf.ts";
import { Readers } from "./threads.ts";

export interface Opening<M> {
  readonly more: More<M>;
  readonly signal?: AbortSignal;
  progress?(done: number, all: number): void;
}

/** Files from which on a project's garbage takes more memory than all else. */
const large = 2000;

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
  // else V8 lets a heap grow to four times what is in use before it looks for garbage
  if (code.length > large) setFlagsFromString("--heap-growing-percent=40");
  const readers = new Readers(packedFacts(more), more.thread);
  const facts = new Map<string, Facts>();
  const hashes = new Map<string, string>();
  const rest = new Map<string, M>();
  const shelf = new Shelf();
  try {
    for await (const { path, hash, found } of foundIn(code, workspace, {
      name: `facts 2 ${more.name}`,
      readers,
    })) {
      const { more: own, ...plain } = shelf.put<Whole<M>>(path, found); // of the text itself nothing stays
      facts.set(path, plain);
      rest.set(path, own);
      hashes.set(path, hash);
      if (facts.size % breath) continue;
      progress?.(facts.size, code.length);
      await setImmediate();
      signal?.throwIfAborted();
    }
  } finally {
    await readers.close();
  }
  progress?.(code.length, code.length);
  await setImmediate();
  signal?.throwIfAborted();
  return {
    ...project(files, facts, (file, text) => hashes.get(file) === hashOf(text)),
    more: (file) => rest.get(file),
  };
}
