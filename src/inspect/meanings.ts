import { type Call, led } from "../code/index.ts";
import { inTable, lastName, ownerName } from "../lib/index.ts";
import { isOfSelf, none } from "./facts.ts";
import type { Field, Scope } from "./scope.ts";
import type { Sheet } from "./sheet.ts";

/** Names of a method's object, and of its class. */
const selves = new Set(["this", "self", "cls"]);
/** Properties that hold an object's class. */
const classes = new Set(["constructor", "__class__"]);

/** Maximum depth of following types. */
const deepest = 6;

/** Whether it is a class, or an interface with declared methods. */
export const isOwner = (place: number, sheet: Sheet): boolean =>
  sheet.kindOf(place) === "class" || sheet.kindOf(place) === "type";

/** A part of `this.box.open().lid`. */
interface Part {
  readonly name: string;
  readonly isCalled: boolean;
  /** An element of a list. */
  readonly isItem: boolean;
}

function partsOf(chain: string): readonly Part[] {
  return chain.split(".").map((item) => {
    const [isCalled, isItem] = [item.endsWith("()"), item.endsWith("[]")];
    return { name: isCalled || isItem ? item.slice(0, -2) : item, isCalled, isItem };
  });
}

/** Resolves the names of calls from the declaration they are in, if the sources are unambiguous. */
export class Meanings {
  readonly #sheet: Sheet;
  readonly #names: Scope;

  constructor(sheet: Sheet, names: Scope) {
    this.#sheet = sheet;
    this.#names = names;
  }

  /** The declaration that a call runs. */
  target(from: number, { name, on, read }: Call): number | undefined {
    const found = this.of(from, name, on);
    if (found === undefined) return undefined;
    if (read && !this.#sheet.is("getter", found)) return undefined;
    if (!isOwner(found, this.#sheet)) return found;
    const java = lastName(this.#sheet.textOf(found));
    return (
      this.#names.method(found, "constructor") ??
      this.#names.method(found, "__init__") ??
      this.#names.method(found, java)
    );
  }

  /** `on`: what the name without its last part refers to. */
  of(from: number, name: string, on?: string): number | undefined {
    const parts = name.split(".");
    const [first = "", second = ""] = parts;
    if (first === "()") return undefined;
    const last = parts.at(-1) ?? "";
    const file = this.#sheet.fileOf(from);
    if (first === "super") return parts.length < 3 ? this.#above(from, second) : undefined;
    if (parts.length === 1)
      return selves.has(first)
        ? this.#around(from)
        : (this.#names.named(first, file) ?? this.#names.whole(first, file));
    if (on) return this.#method(this.#held(on, { from, depth: 0 }), last);
    if (selves.has(first) || parts.some((part) => part.endsWith("()")))
      return this.#method(this.#held(parts.slice(0, -1).join("."), { from, depth: 0 }), last);
    return this.#member(parts, file) ?? this.#ofClass(parts, from);
  }

  /** A member of the class itself: `User.objects.find` of a custom manager. */
  #ofClass(parts: readonly string[], from: number): number | undefined {
    const [first = ""] = parts;
    const owner = parts.length > 2 ? this.#names.named(first, this.#sheet.fileOf(from)) : undefined;
    if (owner === undefined || !isOwner(owner, this.#sheet)) return undefined;
    return this.#method(this.#held(parts.slice(0, -1).join("."), { from, depth: 0 }), parts.at(-1) ?? "");
  }

  /** `a.b` and `a.b.c` of a name that the file declares or imports. */
  #member(parts: readonly string[], file: number): number | undefined {
    const [first = "", second = ""] = parts;
    const [sheet, names] = [this.#sheet, this.#names];
    const rest = parts.slice(1).join(".");
    const owner = names.named(first, file);
    if (owner !== undefined && parts.length === 2) {
      if (isOwner(owner, sheet)) return names.method(owner, second);
      const found = this.#method(this.#given(owner), second);
      return found ?? names.named(`${sheet.textOf(owner)}.${second}`, sheet.fileOf(owner));
    }
    if (owner !== undefined)
      return sheet.kindOf(owner) === "constant"
        ? names.named(`${sheet.textOf(owner)}.${rest}`, sheet.fileOf(owner))
        : undefined;
    const member = names.member(parts.slice(0, -1).join("."), parts.at(-1) ?? "", file);
    const module = member === undefined && parts.length === 2 ? names.whole(first, file) : undefined;
    return module !== undefined && isOwner(module, sheet) ? names.method(module, second) : member;
  }

  /** The class that contains a method. */
  #around(from: number): number | undefined {
    if (isOwner(from, this.#sheet)) return from;
    const whole = this.#sheet.textOf(from);
    return this.#names.named(ownerName(whole), this.#sheet.fileOf(from));
  }

  /** A method of the enclosing class' bases. */
  #above(from: number, method: string): number | undefined {
    const ownClass = this.#around(from);
    for (const base of (ownClass === undefined ? undefined : this.#sheet.typesOf(ownClass).bases) ?? none) {
      const found = this.#method(this.#classNamed(base, this.#sheet.fileOf(from)), method || "constructor");
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #method(owner: number | undefined, name: string): number | undefined {
    return owner === undefined ? undefined : this.#names.method(owner, name);
  }

  /** The class of a chain's value: `Box`, `this.box`, `make()`, `Box.of().lid`. */
  #held(chain: string, at: { readonly from: number; readonly depth: number }): number | undefined {
    if (at.depth > deepest) return undefined;
    const parts = partsOf(chain);
    const [first, second] = parts;
    if (!first) return undefined;
    const file = this.#sheet.fileOf(at.from);
    let used = 1;
    let owner = selves.has(first.name) ? this.#around(at.from) : this.#started(first, file, at.depth);
    if (owner === undefined && second && !selves.has(first.name) && !first.isCalled) {
      const member = this.#names.member(first.name, second.name, file);
      owner = member === undefined ? undefined : this.#valueOf(member, second, at.depth);
      used = 2;
    }
    return this.#along(owner, parts.slice(used), at.depth);
  }

  /** Follows the parts from an object of a class. */
  #along(owner: number | undefined, parts: readonly Part[], depth: number): number | undefined {
    let index = owner;
    for (const part of parts) {
      if (index === undefined) return undefined;
      index = this.#step(index, part, depth);
    }
    return index;
  }

  #started(part: Part, file: number, depth: number): number | undefined {
    const place = this.#names.named(part.name, file) ?? this.#names.whole(part.name, file);
    return place === undefined ? undefined : this.#valueOf(place, part, depth);
  }

  /** The class of a declaration, or of its result when called. */
  #valueOf(place: number, { isCalled }: Part, depth: number): number | undefined {
    if (isOwner(place, this.#sheet)) return place;
    if (this.#sheet.kindOf(place) === "constant") return this.#given(place, depth) ?? place;
    return isCalled ? this.#resultOf(place, undefined, depth) : place;
  }

  /** The class of a field, or of a method's result. */
  #step(owner: number, { name, isCalled, isItem }: Part, depth: number): number | undefined {
    if (classes.has(name)) return owner;
    if (isItem) return this.#itemOf(this.#names.field(owner, name));
    if (!isCalled) {
      const field = this.#names.field(owner, name);
      if (field)
        return field.type.endsWith("()")
          ? this.#held(field.type, { from: field.owner, depth: depth + 1 })
          : this.#classNamed(field.type, this.#sheet.fileOf(field.owner));
    }
    const method = this.#names.method(owner, name);
    if (method === undefined || (!isCalled && !this.#sheet.is("getter", method))) return undefined;
    return this.#resultOf(method, owner, depth);
  }

  #itemOf(field: Field | undefined): number | undefined {
    return field?.type.endsWith("[]")
      ? this.#classNamed(field.type.slice(0, -2), this.#sheet.fileOf(field.owner))
      : undefined;
  }

  #resultOf(place: number, owner: number | undefined, depth: number): number | undefined {
    const result = this.#sheet.resultOf(place);
    if (result !== undefined && isOfSelf(result)) {
      const ownClass = owner ?? this.#around(place);
      return depth > deepest ? undefined : this.#along(ownClass, partsOf(result).slice(1), depth + 1);
    }
    return result === undefined ? undefined : this.#classNamed(result, this.#sheet.fileOf(place));
  }

  /** The class of a constant's object, or the class that it is an alias of. */
  #given(place: number, depth = 0): number | undefined {
    if (this.#sheet.kindOf(place) !== "constant") return undefined;
    const { gives = none, fields } = this.#sheet.typesOf(place);
    const chain = fields && inTable(fields, led);
    if (chain) return this.#held(chain, { from: place, depth: depth + 1 });
    const [only] = gives;
    return only !== undefined && gives.length === 1
      ? this.#classNamed(only, this.#sheet.fileOf(place))
      : undefined;
  }

  #classNamed(name: string, file: number): number | undefined {
    const dot = name.lastIndexOf(".");
    const found =
      this.#names.named(name, file) ??
      (dot > 0 ? this.#names.member(name.slice(0, dot), name.slice(dot + 1), file) : undefined) ??
      this.#names.named(lastName(name), file) ??
      this.#names.whole(name, file);
    if (found === undefined || isOwner(found, this.#sheet)) return found;
    return this.#sheet.kindOf(found) === "constant" ? this.#aliased(found) : found;
  }

  /** A class under another name: one step only, to avoid cycles. */
  #aliased(place: number): number | undefined {
    const { gives = none } = this.#sheet.typesOf(place);
    const found =
      gives.length === 1 ? this.#names.named(lastName(gives[0] ?? ""), this.#sheet.fileOf(place)) : undefined;
    return found !== undefined && isOwner(found, this.#sheet) ? found : undefined;
  }
}
