import type { Literal } from "./cases.ts";
import type { Inner } from "./chars.ts";
import type { Goal } from "./goal.ts";
import type { TextState } from "./language.ts";
import type { ArrayShape } from "./array-shape.ts";
import type { NameNode, ObjectShape } from "./object-shape.ts";

/** Where a value returns to when it ends: one or more containers that are still possible. */
export interface Ret {
  readonly id: number;
  readonly frames: readonly (Frame | undefined)[];
  /** Whether the text so far matters in addition to the state, since items must be unique. */
  readonly volatile: boolean;
}

export type Frame = ArrayFrame | ObjectFrame;

export interface ArrayFrame {
  readonly kind: "array";
  readonly key: string;
  readonly shape: ArrayShape;
  readonly ret: Ret;
  readonly count: number;
  /** The number of items that match each `contains`. */
  readonly found: readonly number[];
  /** The items so far in canonical form, if they must be unique. */
  readonly items: readonly string[];
  /** The offset of the current item in the text. */
  readonly begin: number;
}

export function arrayFrame(frame: Omit<ArrayFrame, "kind" | "key">): ArrayFrame {
  const { shape, ret, count, found, items, begin } = frame;
  const { min, max, unique } = shape.facts;
  // beyond the last bound all counts are equivalent
  const prefixCount =
    max === Number.POSITIVE_INFINITY && !unique ? Math.min(count, Math.max(min, shape.alike)) : count;
  const more = unique ? `${begin}:${JSON.stringify(items)}` : "";
  return {
    kind: "array",
    key: `a${shape.id}.${ret.id}.${prefixCount}.${found.join("-")}.${more}`,
    shape,
    ret,
    count: prefixCount,
    found,
    items,
    begin,
  };
}

export const arrayCloses = ({ shape, count, found }: ArrayFrame): boolean =>
  count >= shape.facts.min && shape.facts.contains.every((item, i) => (found[i] ?? 0) >= item.min);

export interface ObjectFrame {
  readonly kind: "object";
  readonly key: string;
  readonly shape: ObjectShape;
  readonly ret: Ret;
  /** One bit per listed name. */
  readonly seen: bigint;
  /** Names that aren't listed. */
  readonly others: readonly string[];
  readonly count: number;
  /** Witnesses that are still missing. */
  readonly pending: readonly number[];
}

export function objectFrame(frame: Omit<ObjectFrame, "kind" | "key">): ObjectFrame {
  const { shape, ret, seen, others, pending } = frame;
  const others_ = others.length > 0 ? JSON.stringify(others) : "";
  return {
    ...frame,
    kind: "object",
    key: `o${shape.id}.${ret.id}.${seen.toString(36)}.${pending.join("-")}.${others_}`,
  };
}

const isSeen = ({ seen }: ObjectFrame, index: number): boolean => (seen & (1n << BigInt(index))) !== 0n;

const missing = (frame: ObjectFrame): number => {
  let count = 0;
  for (const index of frame.shape.required) if (!isSeen(frame, index)) count++;
  return count;
};

/** The characters of the missing names, including the syntax around a name and its value. */
export function owed(frame: ObjectFrame): number {
  let count = 0;
  for (const index of frame.shape.required)
    if (!isSeen(frame, index)) count += (frame.shape.names[index]?.length ?? 0) + marks;
  return count;
}
const marks = 6;

export const objectCloses = (frame: ObjectFrame): boolean =>
  frame.count >= frame.shape.facts.min && frame.pending.length === 0 && missing(frame) === 0;

/** Whether there is room for an optional property. */
const hasRoom = (frame: ObjectFrame): boolean => frame.count + missing(frame) < frame.shape.facts.max;

const mayName = (frame: ObjectFrame, index: number, room: boolean): boolean =>
  !isSeen(frame, index) &&
  (room || frame.shape.facts.required.has(frame.shape.names[index] ?? "")) &&
  frame.shape.usable(index);

/** The frames that may follow a complete name, each with the goal of its value. */
export function named(
  frame: ObjectFrame,
  name: string,
): readonly { readonly goal: Goal; readonly frame: ObjectFrame }[] {
  const { shape, pending } = frame;
  const index = shape.index.get(name);
  const next = objectFrame({
    ...frame,
    count: frame.count + 1,
    seen: index === undefined ? frame.seen : frame.seen | (1n << BigInt(index)),
    others: index === undefined ? [...frame.others, name].sort() : frame.others,
  });
  let out: { readonly more: readonly Literal[]; readonly pending: readonly number[] }[] = [
    { more: [], pending },
  ];
  for (const which of pending) {
    const witness = shape.facts.witnesses[which];
    if (!witness || !shape.witnesses(which, name)) continue;
    out = out.flatMap((item) => [
      item,
      { more: [...item.more, witness.literal], pending: item.pending.filter((other) => other !== which) },
    ]);
  }
  return out
    .map((item) => ({
      goal: shape.goalOf(name, item.more),
      frame: objectFrame({ ...next, pending: item.pending }),
    }))
    .filter((choice) => findable(choice.frame));
}

/** Whether every witness can still be found. */
function findable(frame: ObjectFrame): boolean {
  const { shape, pending } = frame;
  return pending.every(
    (which) =>
      shape.others !== undefined ||
      shape.names.some((name, index) => !isSeen(frame, index) && shape.witnesses(which, name)),
  );
}

let ids = 0;

/** A property name while it is read: one of the listed names, or any other that the object allows. */
export class NameState implements Inner {
  readonly id = ids++;
  readonly frame: ObjectFrame;
  readonly text: string;
  readonly #node: NameNode | undefined;
  readonly #room: boolean;
  /** The state in the language of other names; undefined if none can follow. */
  readonly #other: number | undefined;

  private constructor(
    frame: ObjectFrame,
    at: { text: string; node: NameNode | undefined; other: number | undefined; room: boolean },
  ) {
    this.frame = frame;
    this.text = at.text;
    this.#node = at.node;
    this.#other = at.other;
    this.#room = at.room;
  }

  /** The beginning of a name, if a name may come next. */
  static begin(frame: ObjectFrame): NameState | undefined {
    const room = hasRoom(frame);
    const core = room ? frame.shape.others : undefined;
    const state = new NameState(frame, { text: "", node: frame.shape.trie, other: core?.start, room });
    return state.alive ? state : undefined;
  }

  /**
   * The listed names and the other names separately; undefined unless the others are endless and so independent of
   * earlier names.
   */
  get parts(): { readonly listed: NameState; readonly others: TextState } | undefined {
    const { shape, others: otherNames } = this.frame;
    const others = this.#other === undefined ? undefined : shape.endless(this.#other);
    if (!others || (!shape.others?.endless && otherNames.some((name) => name.startsWith(this.text))))
      return undefined;
    const at = { text: this.text, node: this.#node, other: undefined, room: this.#room };
    return { listed: new NameState(this.frame, at), others };
  }

  /** The listed names that are still possible. */
  get trie(): NameNode | undefined {
    return this.#node;
  }

  get alive(): boolean {
    return (this.#node !== undefined && this.#listed(this.#node)) || this.#more(this.#other);
  }

  get done(): boolean {
    const end = this.#node?.end;
    if (end !== undefined) return mayName(this.frame, end, this.#room);
    return (
      this.#other !== undefined &&
      (this.frame.shape.others?.accepts(this.#other) ?? false) &&
      !this.frame.others.includes(this.text)
    );
  }

  get left(): number {
    if (this.done) return 0;
    if (this.#node !== undefined && this.#listed(this.#node)) return 1;
    return this.#other === undefined ? 1 : (this.frame.shape.others?.shortest(this.#other) ?? 1);
  }

  /** The missing end of the shortest required name that begins like this. */
  get rest(): string | undefined {
    const { shape } = this.frame;
    const needed = this.#node?.below.filter(
      (index) => !isSeen(this.frame, index) && shape.facts.required.has(shape.names[index] ?? ""),
    );
    const rests = (needed ?? []).map((index) => (shape.names[index] ?? "").slice(this.text.length));
    return rests.reduce<string | undefined>(
      (best, rest) => (best === undefined || rest.length < best.length ? rest : best),
      undefined,
    );
  }

  step(code: number): NameState | undefined {
    const node = this.#node?.next.get(code);
    const other = this.#other === undefined ? undefined : this.frame.shape.others?.step(this.#other, code);
    const text = this.text + String.fromCodePoint(code);
    const next = new NameState(this.frame, {
      text,
      node,
      other: this.#more(other, text) ? other : undefined,
      room: this.#room,
    });
    return next.alive ? next : undefined;
  }

  any(low: number, high: number): boolean {
    for (const [code, node] of this.#node?.next ?? [])
      if (code >= low && code <= high && this.#listed(node)) return true;
    const core = this.frame.shape.others;
    if (this.#other === undefined || !core) return false;
    for (const next of core.reached(this.#other, low, high)) if (core.longest(next) >= 0) return true;
    return false;
  }

  #listed(node: NameNode): boolean {
    return node.below.some((index) => mayName(this.frame, index, this.#room));
  }

  /** Whether this can be continued to another name that the object doesn't have yet. */
  #more(other: number | undefined, text = this.text): boolean {
    const core = this.frame.shape.others;
    if (other === undefined || !core || core.longest(other) < 0) return false;
    if (core.longest(other) === Number.POSITIVE_INFINITY) return true;
    const matchingCount = this.frame.others.filter((name) => name.startsWith(text)).length;
    return core.words(matchingCount + 1, other) > matchingCount;
  }
}
