import { setImmediate } from "node:timers/promises";

/**
 * Work on large values in pieces of a millisecond or two, with other work of the event loop in between: cloning or
 * serializing one at once would block all other requests.
 */

/** What a list or an object consists of, in order: some of its members, or the begin and end of one of them. */
type Piece =
  | { readonly values: readonly unknown[]; readonly names?: readonly string[] }
  | { readonly opens: Kind; readonly name?: string }
  | { readonly closes: Kind };
type Kind = "list" | "object";
/** Pieces that are small together. */
export type Part = readonly Piece[];

/** Maximum weight of a part: that of as many values, or of sixteen times as many characters. */
const most = 4096;

/** Milliseconds of a turn of the event loop in which parts follow each other. */
export const turnMs = 2;

/** Values that are too heavy for a part, so that they aren't weighed again. */
const heavy = new WeakSet<object>();

/** Whether plain data is small enough to be cloned or serialized at once. */
export const isSmall = (value: unknown): boolean => weigh(value) <= most;

/** Weighs plain data; stops once it is too heavy. */
function weigh(value: unknown): number {
  if (typeof value === "string") return 1 + value.length / 16;
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return 1;
  if (heavy.has(value)) return most + 1;
  let weight = 1;
  if (Array.isArray(value))
    for (let i = 0; i < value.length && weight <= most; i++) weight += weigh(value[i]);
  else
    for (const name in value) {
      weight += 1 + weigh(value[name as keyof typeof value]);
      if (weight > most) break;
    }
  if (weight > most) heavy.add(value);
  return weight;
}

/** Splits plain data into parts, which a `Joiner` joins again. A small value is a single part. */
export function* partsOf(root: unknown): Generator<Part, undefined> {
  let [part, weight]: [Piece[], number] = [[], 0];
  for (const [piece, more] of piecesOf([root])) {
    if (part.length > 0 && weight + more > most) {
      yield part;
      [part, weight] = [[], 0];
    }
    part.push(piece);
    weight += more;
  }
  yield part;
}

function* piecesOf(parent: object): Generator<readonly [Piece, weight: number], undefined> {
  const keys = Array.isArray(parent) ? undefined : Object.keys(parent);
  const members = parent as Readonly<Record<string | number, unknown>>; // by index in a list
  const count = keys?.length ?? (parent as readonly unknown[]).length; // a list has no keys here
  let [names, values, weight]: [string[], unknown[], number] = [[], [], 0];
  const group = (): readonly [Piece, number] => {
    const found = [keys ? { names, values } : { values }, weight] as const;
    [names, values, weight] = [[], [], 0];
    return found;
  };
  for (let i = 0; i < count; i++) {
    const name = keys?.[i];
    const value = members[name ?? i];
    const more = weigh(value);
    const isDivided = more > most && typeof value === "object";
    if (values.length > 0 && (isDivided || weight + more > most)) yield group();
    if (isDivided) {
      const kind = Array.isArray(value) ? "list" : "object";
      yield [{ opens: kind, ...(name !== undefined && { name }) }, 1];
      yield* piecesOf(value as object); // null isn't heavy
      yield [{ closes: kind }, 1];
      continue;
    }
    values.push(value);
    if (name !== undefined) names.push(name);
    weight += more;
  }
  if (values.length > 0) yield group();
}

const member = { configurable: true, enumerable: true, writable: true } as const;

export class Joiner {
  readonly #root: unknown[] = [];
  readonly #open: object[] = [this.#root];

  add(part: Part): void {
    for (const piece of part)
      if ("closes" in piece) this.#open.pop();
      else if ("values" in piece) piece.values.forEach((value, i) => this.#put(value, piece.names?.[i]));
      else {
        const inner = piece.opens === "list" ? [] : {};
        heavy.add(inner);
        this.#put(inner, piece.name);
        this.#open.push(inner);
      }
  }

  get value(): unknown {
    return this.#root[0];
  }

  #put(value: unknown, name = ""): void {
    const parent = this.#open.at(-1) ?? this.#root;
    if (Array.isArray(parent)) parent.push(value);
    else if (name === "__proto__") Object.defineProperty(parent, name, { value, ...member });
    else (parent as Record<string, unknown>)[name] = value;
  }
}

/**
 * Serializes plain data like `JSON.stringify`: a small value at once, as text; a large one in turns of the event loop,
 * as UTF-8 bytes.
 */
export async function stringifyInTurns(value: unknown): Promise<string | Uint8Array> {
  if (isSmall(value)) return JSON.stringify(value);
  const texts: Uint8Array[] = [];
  let [begins, until] = [true, performance.now() + turnMs];
  for (const part of partsOf(value)) {
    let text = "";
    for (const piece of part) {
      const inner = textOf(piece);
      if (inner === "") continue; // of members that are undefined
      text += begins || "closes" in piece ? inner : `,${inner}`;
      begins = "opens" in piece;
    }
    texts.push(Buffer.from(text));
    if (performance.now() < until) continue;
    await setImmediate();
    until = performance.now() + turnMs;
  }
  return Buffer.concat(texts);
}

const textOf = (piece: Piece): string => {
  if ("opens" in piece)
    return `${piece.name === undefined ? "" : `${JSON.stringify(piece.name)}:`}${piece.opens === "list" ? "[" : "{"}`;
  if ("closes" in piece) return piece.closes === "list" ? "]" : "}";
  const { names, values } = piece;
  if (!names) return JSON.stringify(values).slice(1, -1);
  const texts = names.map((name, i) => {
    const text: string | undefined = JSON.stringify(values[i]);
    return text === undefined ? "" : `${JSON.stringify(name)}:${text}`;
  });
  return texts.filter((text) => text !== "").join(",");
};
