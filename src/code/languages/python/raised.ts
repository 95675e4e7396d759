import { lastName } from "../../../lib/index.ts";
import type { Made } from "../gathered.ts";
import { chain, chainEnd, dotted } from "./chain.ts";
import type { Source } from "./structure.ts";

/** Classes that one variable is known to be made of: no program has more. */
const most = 64;

/** What the variables of a body are made of: classes, and as `f()` what a call gives. */
export class Held {
  /** The last that each is made of, or the class of its annotation. */
  #made: ReadonlyMap<string, string>;
  /** A copy, once there is more than annotations. */
  #own: Map<string, string> | undefined;
  /** All that each is made of. */
  #all: Map<string, readonly string[]> | undefined;

  constructor(types: ReadonlyMap<string, string>) {
    this.#made = types;
  }

  /** Whether nothing is known of any. */
  get isEmpty(): boolean {
    return this.#made.size === 0;
  }

  has(name: string): boolean {
    return this.#made.has(name);
  }

  /** What the owner of `owner.name` is made of. */
  ownerOf(name: string): string | undefined {
    if (this.#made.size === 0) return undefined;
    const dot = name.indexOf(".");
    const on = dot >= 0 && !name.includes(".", dot + 1) ? this.#made.get(name.slice(0, dot)) : undefined;
    return on?.endsWith("()") ? on.slice(0, -2) : on;
  }

  /** Reads `variable = Class…`, `= make(…)` and `= A(…) if x else B(…)`, by the token of the value. */
  read(source: Source, variable: string, value: number): void {
    const last = chainEnd(source, value);
    if (last < value) return;
    const isCall = source.is(last + 1, "(");
    const type = chain(source, value, last);
    const isClass = type !== "None" && /^_*[A-Z]/.test(lastName(type));
    if (!isClass && !isCall) return;
    const held = source.is(last + 1, "[") ? `${type}[]` : isClass ? type : `${type}()`;
    this.#put(variable, held);
    const other = source.find("else", value);
    if (other > 0 && source.find("if", value, other) > 0) this.#add(variable, dotted(source, other + 1));
  }

  /** `raise A if x else B` raises both, and so does a variable that is made of either. */
  raisedAt(source: Source, from: number): readonly Made[] {
    if (source.is(from, "(")) return this.raisedAt(source, from + 1);
    const several = source.isDot(from + 1) ? undefined : this.#all?.get(source.word(from));
    if (several && several.length > 1) return several.flatMap(errorOf);
    const test = source.find("if", from);
    const other = test > 0 ? source.find("else", test) : -1;
    return [...this.#raised(source, from), ...(other > 0 ? this.#raised(source, other + 1) : [])];
  }

  /** The class of what is raised; nothing for what is raised again or came from elsewhere. */
  #raised(source: Source, from: number): readonly Made[] {
    const last = chainEnd(source, from);
    if (last < from) return [];
    const name = chain(source, from, last);
    if (source.is(last + 1, "[")) {
      const [, key = ""] = /^["'](\w+)["']$/.exec(source.word(last + 2)) ?? [];
      return [{ type: "", by: key ? `${name}.${key}` : name }];
    }
    if (ofConstant.test(name) && source.is(last + 1, "("))
      return [...errorOf(`${name}()`), ...this.#otherwise(source, last + 1)];
    const isCall = source.is(last + 1, "(");
    if (isCall && lastName(name) === "cast") return this.#raised(source, last + 2);
    return errorOf(this.#made.get(name) ?? (isCall ? `${name}()` : name));
  }

  /** What `TABLE.get(key, Otherwise)` gives where the table has nothing. */
  #otherwise(source: Source, bracket: number): readonly Made[] {
    const comma = source.find(",", bracket + 1);
    const name = comma > 0 ? dotted(source, comma + 1) : "";
    return name ? errorOf(name) : [];
  }

  #put(variable: string, held: string): void {
    const own = this.#own ?? new Map(this.#made);
    this.#made = this.#own = own.set(variable, held);
    this.#add(variable, held);
  }

  #add(variable: string, held: string): void {
    this.#all ??= new Map();
    const all = this.#all.get(variable) ?? [];
    if (all.length < most && !all.includes(held)) this.#all.set(variable, [...all, held]);
  }
}

/** `TABLE.get(…)` */
const ofConstant = /^(_*[A-Z][A-Z\d_]*)\.(?:get|pop)(?:\(\))?$/;

/** What `C`, `C()` or `make()` stands for. */
function errorOf(whole: string): readonly Made[] {
  if (whole.endsWith("[]")) return [{ type: "", by: whole.slice(0, -2) }];
  const [, table] = ofConstant.exec(whole) ?? [];
  if (table) return [{ type: "", by: table }];
  const plain = whole.replace(/\(\)$/, "");
  const type = ofFactory(plain);
  const known = /^_*[A-Z]/.test(lastName(type)) && type !== "None";
  if (known && /^_*[A-Z][A-Z\d_]+$/.test(plain)) return [{ type, by: plain }]; // a constant may hold it
  if (known && /^_*[A-Z]/.test(lastName(plain))) return [{ type }];
  return whole.endsWith("()") ? [{ type: known ? type : "", by: plain }] : known ? [{ type }] : [];
}

/** `InvalidUsage.user_not_found` is named by the class. */
export function ofFactory(name: string): string {
  const parts = name.split(".");
  const known = parts.findLastIndex((part) => /^_*[A-Z]/.test(part));
  return known < 0 ? name : parts.slice(0, known + 1).join(".");
}
