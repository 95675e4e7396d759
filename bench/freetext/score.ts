import type { FieldDraft, ResourceDraft } from "../../src/api/from/notation/draft.ts";

/** A field as a careful reader would extract it; omitted members are unspecified. */
interface ExpectedField {
  readonly name: string;
  readonly aka?: readonly string[];
  readonly type: string;
  readonly alsoType?: readonly string[];
  readonly format?: string;
  readonly required?: boolean;
  readonly unique?: boolean;
  readonly auto?: boolean;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export interface Expected {
  readonly name: string;
  readonly aka?: readonly string[];
  readonly implicit?: boolean;
  readonly fields: readonly ExpectedField[];
  readonly relations: readonly {
    readonly kind: string;
    readonly alsoKind?: readonly string[];
    readonly target: string;
    readonly targetAka?: readonly string[];
  }[];
  readonly actions: readonly { readonly name: string; readonly aka?: readonly string[] }[];
}

const plain = (value: unknown): string =>
  String(value)
    .toLowerCase()
    .replaceAll(/[^a-z0-9+-]/g, "");
/** Returns the same stem for singular and plural. */
const stem = (name: string): string =>
  plain(name)
    .replaceAll(/[+-]/g, "")
    .replace(/(?:ies|y)$/, "i")
    .replace(/e?s+$/, "")
    .replace(/e$/, "");
const namesOf = ({
  name,
  aka = [],
}: {
  readonly name: string;
  readonly aka?: readonly string[];
}): readonly string[] => [name, ...aka].map(stem);

/** Fields that every record has anyway. */
const own = new Set(["id", "createdat", "updatedat"]);

/** Counts facts that are right, superfluous and missing. */
export class Score {
  #right = 0;
  #extra = 0;
  #missing = 0;
  #wrong: string[] = [];

  /** Counts the facts of one description; returns the wrong ones. */
  add(expected: readonly Expected[], drawn: readonly ResourceDraft[]): readonly string[] {
    this.#wrong = [];
    const canonical = new Map<string, string>();
    const know = (names: readonly string[]): void =>
      names.forEach((name) => canonical.set(name, canonical.get(name) ?? names[0] ?? name));
    for (const one of expected) know(namesOf(one));
    for (const { target, targetAka = [] } of expected.flatMap(({ relations }) => relations))
      know([target, ...targetAka].map(stem));
    const named = (name: string): string => canonical.get(stem(name)) ?? stem(name);
    const found = new Map(drawn.map((one) => [named(one.name), one]));
    for (const one of expected) {
      if (one.implicit) continue;
      const other = found.get(stem(one.name));
      this.#count(other !== undefined, `resource ${one.name}`);
      this.#fields(one, other?.fields ?? [], (name) => canonical.has(stem(name)));
      this.#actions(one, other?.actions ?? []);
    }
    for (const [name, one] of found) {
      if (canonical.has(name)) continue;
      this.#more(`resource ${one.name}`);
      for (const field of one.fields) this.#more(`field ${one.name}.${field.name}`);
    }
    const sides = (from: string, kind: string, to: string): string =>
      kind === "manyToMany"
        ? [named(from), named(to)].toSorted().join(" n:m ")
        : kind === "belongsTo"
          ? `${named(to)} 1:n ${named(from)}`
          : `${named(from)} ${kind === "hasOne" ? "1:1" : "1:n"} ${named(to)}`;
    const got = new Set(
      drawn.flatMap(({ name, relations }) => relations.map(({ kind, target }) => sides(name, kind, target))),
    );
    const wanted = new Map(
      expected.flatMap(({ name, relations }) =>
        relations.map(({ kind, alsoKind = [], target }) => [
          sides(name, kind, target),
          [kind, ...alsoKind].map((one) => sides(name, one, target)),
        ]),
      ),
    );
    for (const [fact, accepted] of wanted)
      this.#count(
        accepted.some((one) => got.has(one)),
        `relation ${fact}`,
      );
    const known = new Set([...wanted.values()].flat());
    for (const one of got) if (!known.has(one)) this.#more(`relation ${one}`);
    return this.#wrong;
  }

  #count(right: boolean, fact: string): void {
    if (right) this.#right += 1;
    else {
      this.#missing += 1;
      this.#wrong.push(`no ${fact}`);
    }
  }

  #more(fact: string): void {
    this.#extra += 1;
    this.#wrong.push(`extra ${fact}`);
  }

  #fields(one: Expected, drawn: readonly FieldDraft[], isResource: (name: string) => boolean): void {
    const used = new Set<FieldDraft>();
    for (const field of one.fields) {
      const at = `${one.name}.${field.name}`;
      const names = namesOf(field);
      const found = drawn.find((other) => !used.has(other) && names.includes(stem(other.name)));
      this.#count(found !== undefined, `field ${at}`);
      if (!found) continue;
      used.add(found);
      const type = found.values?.length && found.type !== "array" ? "enum" : (found.type ?? "string");
      const alike = type === "decimal" ? "number" : type;
      this.#count([field.type, ...(field.alsoType ?? [])].includes(alike), `type ${at}`);
      this.#flags(at, field, found);
    }
    for (const other of drawn) {
      const name = plain(other.name);
      if (used.has(other) || own.has(name) || name.endsWith("id") || isResource(other.name)) continue;
      this.#more(`field ${one.name}.${other.name}`);
    }
  }

  #flags(at: string, field: ExpectedField, found: FieldDraft): void {
    if (field.required !== undefined)
      this.#count((found.required ?? false) === field.required, `${at} required ${field.required}`);
    if (field.auto) this.#count(found.auto === true, `${at} auto`);
    if (field.format) this.#count(found.format === field.format, `${at} format`);
    const values = (list: readonly string[] | undefined): string | undefined =>
      list?.length ? list.map(plain).toSorted().join() : undefined;
    const pairs: readonly (readonly [string, unknown, unknown])[] = [
      ["unique", field.unique || undefined, found.unique || undefined],
      ["default", field.auto ? undefined : field.default, field.auto ? undefined : found.default],
      ["enum", values(field.enum), values(found.values)],
      ["min", field.min, field.min === undefined && found.min === 0 ? undefined : found.min],
      ["max", field.max, found.max],
      [
        "minLength",
        field.minLength,
        field.minLength === undefined && found.minLength === 1 ? undefined : found.minLength,
      ],
      ["maxLength", field.maxLength, found.maxLength],
    ];
    for (const [flag, wanted, got] of pairs) {
      if (wanted !== undefined) this.#count(plain(wanted) === plain(got), `${at} ${flag}`);
      if (got !== undefined && plain(wanted) !== plain(got)) this.#more(`${at} ${flag}`);
    }
  }

  #actions(one: Expected, drawn: readonly string[]): void {
    const left = new Set(drawn);
    for (const action of one.actions) {
      const names = namesOf(action);
      const found = [...left].find((name) => names.includes(stem(name)));
      this.#count(found !== undefined, `action ${one.name}.${action.name}`);
      if (found !== undefined) left.delete(found);
    }
    for (const name of left) this.#more(`action ${one.name}.${name}`);
  }

  text(): string {
    const [precision, recall] = [
      this.#right / (this.#right + this.#extra),
      this.#right / (this.#right + this.#missing),
    ];
    const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
    const mean = (2 * precision * recall) / (precision + recall);
    return `F1 ${percent(mean)}, precision ${percent(precision)}, recall ${percent(recall)} of ${this.#right + this.#missing} facts`;
  }
}
