import type { Change, Workspace } from "../workspace/index.ts";
import { isTestFile, sources } from "./imports.ts";

/** The texts of a project's test files and of the snapshots that they compare with, by path. */
type TestTexts = ReadonlyMap<string, string>;

export interface Restoring {
  /** They put test files back as they were; new ones stay. */
  readonly changes: readonly Change[];
  /** Files that someone else changed, for example a person in an editor. */
  readonly others: readonly string[];
}

/**
 * Knows who changed a test file while a model works: its content is read around each program, and each write is
 * noted. What differs from the content that was read or written last is someone else's, and is never put back. An edit
 * during a program counts as the program's.
 */
export class WatchedTests {
  /** What the model works with. */
  readonly workspace: Workspace;
  readonly #files: Workspace["files"];
  #texts: TestTexts = new Map();
  /** The content that was read or written last, where it isn't as it was. */
  readonly #last = new Map<string, string | null>();
  readonly #others = new Set<string>();
  #running = 0;
  #looked: Promise<void> = Promise.resolve();

  constructor(workspace: Workspace) {
    const { files, shell } = workspace;
    this.#files = files;
    this.workspace = {
      ...workspace,
      files: {
        ...files,
        write: async (changes) => {
          const evidence = await files.write(changes);
          for (const { path, before, after } of changes) {
            this.#see(path, before, true);
            this.#see(path, after, false);
          }
          return evidence;
        },
      },
      shell: shell && {
        run: (command, options) => this.during(() => shell.run(command, options)),
      },
    };
  }

  /** What is changed until this ends isn't someone else's. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running++ === 0) this.#looked = this.#look(true);
    await this.#looked;
    try {
      return await work();
    } finally {
      await this.#look(false);
      this.#running--;
    }
  }

  /** Takes the files as they are now as those to put back. */
  async take(): Promise<void> {
    const texts = new Map<string, string>();
    for (const glob of [sources, "**/*.snap"])
      for await (const path of this.#files.find(glob)) {
        if (glob === sources && !isTestFile(path)) continue;
        const text = await this.#files.tryRead(path).catch(() => null);
        if (text !== null) texts.set(path, text);
      }
    this.#texts = texts;
    this.#last.clear();
    this.#others.clear();
  }

  has(path: string): boolean {
    return this.#texts.has(path);
  }

  async restoring(): Promise<Restoring> {
    await this.#look(true);
    const differing = [...this.#last].filter(([path, text]) => text !== this.#texts.get(path));
    return {
      changes: differing.flatMap(([path, before]): readonly Change[] =>
        this.#others.has(path) ? [] : [{ path, before, after: this.#texts.get(path) ?? null }],
      ),
      others: differing.flatMap(([path]) => (this.#others.has(path) ? [path] : [])),
    };
  }

  async #look(isOthers: boolean): Promise<void> {
    for await (const [path, text] of this.#files.texts([...this.#texts.keys()]))
      this.#see(path, text, isOthers);
  }

  #see(path: string, text: string | null, isOthers: boolean): void {
    const original = this.#texts.get(path);
    if (original === undefined || text === (this.#last.has(path) ? this.#last.get(path) : original)) return;
    this.#last.set(path, text);
    if (isOthers) this.#others.add(path);
  }
}

/** Says that no result counts, because the tests aren't those that ran before. */
export const describeOthers = (others: readonly string[]): string =>
  others.length === 0
    ? ""
    : `Someone else changed ${others.map((path) => JSON.stringify(path)).join(", ")} meanwhile, which was left as it is: what the tests say now proves nothing about this change.`;
