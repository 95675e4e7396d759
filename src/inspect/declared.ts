import { setImmediate } from "node:timers/promises";
import { languageOf } from "../code/index.ts";
import type { Scratch, Workspace } from "../workspace/index.ts";
import type { Declared, Outline } from "./contract.ts";
import { foundIn, hashOf } from "./file-cache.ts";
import { type More, packedFacts, type Whole } from "./packed.ts";
import { isText, mostFiles, project } from "./project.ts";
import { FactStore } from "./fact-store.ts";
import { many, Readers } from "./threads.ts";
import { growAgain, keepSmall } from "../lib/index.ts";

export interface Opening<M> {
  readonly more: More<M>;
  readonly signal?: AbortSignal;
  progress?(done: number, all: number): void;
}

/** Files between pauses for other work: the terminal's line, Ctrl-C. */
const breath = 16;

export interface Opened<M> extends Declared {
  /** Number of files that weren't read because there are too many. */
  readonly unread: number;
  more(file: string): M | undefined;
  outline(file: string): Outline;
  /** Releases temporary storage: nothing may be asked afterwards. */
  close(): void;
}

/**
 * Reads the declarations of a whole project, using cached facts for unchanged files. Neither texts nor syntax trees
 * nor declarations stay in memory; `more` returns the additional facts about a file.
 */
export async function openDeclared<M>(
  workspace: Pick<Workspace, "files" | "records" | "scratch">,
  opening: Opening<M>,
): Promise<Opened<M>> {
  const scratch = workspace.scratch();
  try {
    return await opened(workspace, scratch, opening);
  } catch (error) {
    scratch.close();
    throw error;
  }
}

async function opened<M>(
  workspace: Pick<Workspace, "files" | "records">,
  scratch: Scratch,
  { more, signal, progress }: Opening<M>,
): Promise<Opened<M>> {
  const files: string[] = [];
  let unread = 0;
  for await (const file of workspace.files.find("**"))
    if (!isText(file)) continue;
    else if (files.length < mostFiles) files.push(file);
    else unread += 1;
  const code: string[] = [];
  for (const file of files) if (await languageOf(file)) code.push(file);
  const isLarge = code.length >= many;
  const readers = new Readers(packedFacts(more), more.thread);
  const store = new FactStore<Whole<M>>(scratch);
  try {
    for await (const { path, hash, found } of foundIn(code, workspace, {
      name: `facts 23 ${more.name}`,
      readers,
    })) {
      store.put(path, hash, found);
      if (store.size % breath) continue;
      if (isLarge) keepSmall();
      progress?.(store.size, code.length);
      await setImmediate();
      signal?.throwIfAborted();
    }
  } finally {
    await readers.close();
  }
  if (isLarge) keepSmall();
  progress?.(code.length, code.length);
  await setImmediate();
  signal?.throwIfAborted();
  const whole = await project(files, {
    source: store,
    holds: (file, text) => store.hash(file) === hashOf(text),
    signal,
  });
  return {
    ...whole,
    unread,
    more: (file) => store.whole(file)?.more,
    outline: (file) => ({
      hash: store.hash(file) ?? "",
      get sign() {
        return store.sign(file);
      },
      get errors() {
        return whole.errors(file);
      },
    }),
    close() {
      scratch.close();
      growAgain();
    },
  };
}
