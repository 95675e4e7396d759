import type { Workspace } from "../workspace/index.ts";
import type { Outline, Raised, Symbol } from "./contract.ts";
import type { Opened } from "./declared.ts";
import { none } from "./facts.ts";
import { hashOf } from "./file-cache.ts";
import { parted, readHead, unpack } from "./pack.ts";
import { type More, packedFacts, type Whole } from "./packed.ts";
import { Sheet } from "./sheet.ts";
import { signOf } from "./fact-store.ts";
import { Symbols } from "./symbols.ts";

/** Raised for files that were read alone: the question needs the whole project. */
export class Unknowable extends Error {}

const unknowable = (): never => {
  throw new Unknowable("only the whole project shows that");
};

/** A file's current state, and the errors that left its declarations when the whole project was read. */
interface One<M> extends Outline {
  readonly facts: Whole<M> | undefined;
}

/**
 * Reads a few files of a project that was fully read before. If none of them depends on or offers anything new, their
 * errors are unchanged and no other file must be read; otherwise returns undefined. Questions beyond these files
 * throw `Unknowable`.
 */
export async function openAlone<M>(
  paths: readonly string[],
  { files }: Pick<Workspace, "files">,
  { more, known }: { readonly more: More<M>; known(path: string): Outline | undefined },
): Promise<Opened<M> | undefined> {
  const read = packedFacts(more);
  const all = new Map<string, One<M>>();
  const sheet = new Sheet();
  for await (const [path, text] of files.texts(paths)) {
    const line = text === null ? undefined : await read(path, text);
    const packed = line === undefined ? undefined : parted(line);
    const before = known(path);
    const sign = packed ? signOf(packed) : "";
    if (before?.sign !== sign) return undefined;
    const facts = packed && unpack<Whole<M>>(packed);
    all.set(path, { facts, sign, errors: before.errors, hash: text === null || !packed ? "" : hashOf(text) });
    if (packed) sheet.add(path, readHead(packed.head));
  }
  sheet.close();
  const symbols = new Symbols(sheet, (path) => all.get(path)?.facts);
  const raises = ({ file, place }: Symbol): readonly Raised[] => {
    const [first] = sheet.range(symbols.placeOf(file) ?? 0);
    return (all.get(file)?.errors[place - first] ?? none).map((type) => ({
      type,
      get from(): Symbol {
        return unknowable();
      },
    }));
  };
  return {
    files: paths,
    in: (file) => symbols.in(file),
    holds: (file, text) => all.get(file)?.hash === hashOf(text),
    raises,
    named: unknowable,
    at: unknowable,
    meaning: unknowable,
    calls: unknowable,
    callers: unknowable,
    unread: 0,
    more: (file) => all.get(file)?.facts?.more,
    outline: (file) => all.get(file) ?? { hash: "", sign: "", errors: none },
    close: () => undefined,
  };
}
