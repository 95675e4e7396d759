import { lastName } from "../../../lib/index.ts";
import type { Made } from "../gathered.ts";
import { Variables } from "../variables.ts";
import { classIn } from "../../annotated.ts";
import { chain, chainEnd, dotted, isCapital, ledFrom } from "./chain.ts";
import type { Source } from "./structure.ts";

/** Tracks the classes of a body's variables. */
export class Held extends Variables {
  constructor(types: ReadonlyMap<string, string>) {
    super(types, "self");
  }

  /** Reads `variable: Class = …`. */
  declare(source: Source, index: number, to: number): void {
    const equals = source.find("=", index + 2, to);
    if (equals < 0) return;
    const variable = source.word(index);
    this.read(source, variable, equals + 1);
    const type = classIn(source.between(index + 2, equals));
    if (type && type !== "this") this.lead(variable, type);
  }

  /** Records the chain that leads to a value: `box.open()` of a variable, by that variable's origin. */
  trace(variable: string, chain: string): void {
    const dot = chain.indexOf(".");
    const on = dot > 0 && !this.isEmpty ? this.leadOf(chain.slice(0, dot)) : undefined;
    this.lead(variable, on ? on + chain.slice(dot) : chain);
  }

  /** Reads `for box in self.boxes` and `for at, box in enumerate(self.boxes)`, from the `for` token. */
  iterate(source: Source, from: number): void {
    const counts = source.is(from + 2, ",");
    const within = from + (counts ? 4 : 2);
    if (!source.is(within, "in") || source.kind(within - 1) !== "name") return;
    const variable = source.word(within - 1);
    this.lead(variable, undefined);
    const wraps = source.is(within + 2, "(") && passing.has(source.word(within + 1));
    if (counts !== (wraps && source.is(within + 1, "enumerate"))) return;
    const list = within + (wraps ? 3 : 1);
    const led = source.is(list, "self") ? ledFrom(source, list) : undefined;
    const isWhole = led && source.is(led.end, wraps ? ")" : ":") && !led.chain.endsWith("()");
    if (isWhole) this.lead(variable, `${led.chain}[]`);
  }

  /** Reads `variable = Class…`, `= make(…)` and `= A(…) if x else B(…)`, from the value's token. */
  read(source: Source, variable: string, from: number): void {
    const value = source.is(from, "await") ? from + 1 : from;
    const last = chainEnd(source, value);
    this.lead(variable, undefined);
    if (last < value) return;
    const isCall = source.is(last + 1, "(");
    const after = isCall ? source.closingOf(last + 1) + 1 : last + 1;
    // the result of a class or a plain name is recorded below
    if (last > value || (isCall && source.isDot(after)))
      this.#follow(source, variable, { value, last, after });
    const type = chain(source, value, last);
    const isClass = type !== "None" && /^_*[A-Z]/.test(lastName(type));
    if (!isClass && !isCall) return;
    const shownType = source.is(last + 1, "[") ? `${type}[]` : isClass ? type : `${type}()`;
    this.make(variable, shownType);
    const other = source.is(after, "if") ? source.find("else", after) : -1;
    if (other > 0) this.add(variable, dotted(source, other + 1));
  }

  /**
   * Records the chain to a value if it begins with the object itself or a known variable, or continues
   * after a call.
   */
  #follow(
    source: Source,
    variable: string,
    { value, last, after }: { readonly value: number; readonly last: number; readonly after: number },
  ): void {
    const goesOn = after > last + 1 && source.isDot(after);
    if (!goesOn && !source.is(value, "self") && (this.isEmpty || !this.has(source.word(value)))) return;
    const led = ledFrom(source, value);
    if (led) this.trace(variable, led.chain);
  }

  /**
   * Returns the classes of a returned value: `Class(…)`, a variable that holds one, `this` for the object
   * itself or another of its class, `self.box` for its field.
   */
  given(source: Source, from: number): readonly string[] {
    const last = chainEnd(source, from);
    if (last < from) return [];
    if (!source.is(last + 1, "(")) {
      if (source.kind(last + 1) !== "newline") return [];
      if (last > from) return source.is(from, "self") ? [chain(source, from, last)] : [];
      const all = this.allOf(source.word(from)) ?? [];
      return source.is(from, "self") ? ["this"] : all.filter(isMade);
    }
    const isOwn = source.is(from, "cls") || (source.is(from, "self") && source.is(last, "__class__"));
    if (!isOwn && !isCapital(source, last)) return [];
    const after = source.closingOf(last + 1) + 1;
    if (source.isDot(after) || source.is(after, "[")) return [];
    const name = isOwn ? "this" : chain(source, from, last);
    const other = source.is(after, "if") ? source.find("else", after) : -1;
    const rest = other > 0 ? this.given(source, other + 1) : [];
    return isOwn || isMade(name) ? [name, ...rest] : rest;
  }

  /** Returns all errors a `raise` may raise: both of `raise A if x else B`, and every value of a variable. */
  raisedAt(source: Source, from: number): readonly Made[] {
    if (source.is(from, "(")) return this.raisedAt(source, from + 1);
    const several = source.isDot(from + 1) ? undefined : this.allOf(source.word(from));
    if (several && several.length > 1) return several.flatMap(errorOf);
    const test = source.find("if", from);
    const other = test > 0 ? source.find("else", test) : -1;
    return [...this.#raised(source, from), ...(other > 0 ? this.#raised(source, other + 1) : [])];
  }

  /** Returns the class of a raised error; nothing if it is re-raised or came from elsewhere. */
  #raised(source: Source, from: number): readonly Made[] {
    const last = this.#endOfRaised(source, from);
    if (last < from) return [];
    const name = chain(source, from, last);
    if (source.is(last + 1, "or"))
      return [...errorOf(this.madeOf(name) ?? name), ...this.#raised(source, last + 2)];
    if (source.is(last + 1, "[")) {
      const [, key = ""] = /^["'](\w+)["']$/.exec(source.word(last + 2)) ?? [];
      return [{ type: "", by: key ? `${name}.${key}` : name }];
    }
    if (ofConstant.test(name) && source.is(last + 1, "("))
      return [...errorOf(`${name}()`), ...this.#otherwise(source, last + 1)];
    const isCall = source.is(last + 1, "(");
    if (name === "cls" || name === "self.__class__") return isCall ? [{ type: "", by: "cls" }] : [];
    const handed =
      isCall && !/^_*[A-Z]/.test(lastName(ofFactory(name))) ? this.#handed(source, last + 2) : "";
    if (handed) return [{ type: handed, by: name }];
    if (isCall && lastName(name) === "cast") return this.#raised(source, last + 2);
    return errorOf(this.madeOf(name) ?? (isCall ? `${name}()` : name));
  }

  /** Returns the last token of the raised name: `error` in `error.with_traceback(…)`. */
  #endOfRaised(source: Source, from: number): number {
    const last = chainEnd(source, from);
    return last > from && source.is(last, "with_traceback") ? last - 2 : last;
  }

  /** Returns the class passed to a function to instantiate: `self.error(NotFound, …)`. */
  #handed(source: Source, from: number): string {
    const last = chainEnd(source, from);
    const name = last >= from ? chain(source, from, last) : "";
    const isWhole = source.is(last + 1, ",") || source.is(last + 1, ")");
    return isWhole && /^(?:\w+\.)*_*[A-Z]\w*(?:Error|Exception)$/.test(name) ? name : "";
  }

  /** Returns the default of `TABLE.get(key, Otherwise)`. */
  #otherwise(source: Source, bracket: number): readonly Made[] {
    const comma = source.find(",", bracket + 1);
    const name = comma > 0 ? dotted(source, comma + 1) : "";
    return name ? errorOf(name) : [];
  }
}

/** Calls that yield the items of a list one by one. */
const passing = new Set(["enumerate", "reversed", "list", "tuple", "sorted", "iter"]);

/** Whether a name is written like a class. */
const isMade = (name: string): boolean => /^(?:\w+\.)*_*[A-Z]\w*[a-z]\w*$/.test(name);

/** Matches `TABLE.get(…)`. */
const ofConstant = /^(_*[A-Z][A-Z\d_]*)\.(?:get|pop)(?:\(\))?$/;

/** Returns what `C`, `C()` or `make()` refers to. */
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

/** Returns the class of a factory name: `InvalidUsage` of `InvalidUsage.user_not_found`. */
export function ofFactory(name: string): string {
  const parts = name.split(".");
  const known = parts.findLastIndex((part) => /^_*[A-Z]/.test(part));
  return known < 0 ? name : parts.slice(0, known + 1).join(".");
}
