import type { SpecOperation, SpecSchema } from "../../../api/index.ts";
import { remembered } from "../../../lib/index.ts";
import { checkIn } from "./validators.ts";
import { called, print, type Expression } from "./expression.ts";
import type { Held } from "../../specification/held.ts";
import { leafOf } from "./held.ts";
import {
  mediaKind,
  nameOf,
  parts,
  refKey,
  typesOf,
  type Direction,
  type Model,
} from "../../specification/model.ts";
import { memberKey } from "./checks.ts";
import { convert } from "./convert.ts";

/** Functions between JSON and the values that callers use; one for each schema with something to convert. */
export class Conversions {
  readonly #model: Model;
  readonly #held: Held;
  readonly #found = { input: new Map<string, boolean>(), output: new Map<string, boolean>() };

  constructor(model: Model, settings: Held) {
    this.#model = model;
    this.#held = settings;
  }

  #leaf(schema: SpecSchema, direction: Direction): string | undefined {
    for (const type of typesOf(schema)) {
      const leaf = leafOf(schema, type, this.#held);
      const name = direction === "output" ? leaf?.read : leaf?.send;
      if (name !== undefined) return name;
    }
    return undefined;
  }

  /** Whether a schema, or one it refers to, has something to convert. */
  #reaches(schema: SpecSchema, direction: Direction): boolean {
    const open = [schema];
    const seen = new Set<string>();
    for (let schema = open.pop(); schema; schema = open.pop()) {
      if (this.#leaf(schema, direction) !== undefined) return true;
      open.push(...parts(schema));
      const key = schema.$ref === undefined ? undefined : refKey(schema.$ref);
      if (key === undefined || seen.has(key)) continue;
      seen.add(key);
      open.push(this.#model.spec.schemas[key] ?? {});
    }
    return false;
  }

  /** Whether values of a schema are represented differently than in JSON. */
  changes(schemaKey: string, direction: Direction = "output"): boolean {
    const known = this.#found[direction].get(schemaKey);
    const found = known ?? this.#reaches(this.#model.spec.schemas[schemaKey] ?? {}, direction);
    this.#found[direction].set(schemaKey, found);
    return found;
  }

  /** Whether the input of an operation's call has to be converted to JSON. */
  inCall({ parameters, requestBody }: SpecOperation): boolean {
    const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => schema ?? []);
    return [...parameters.map(({ schema }) => schema), ...bodies].some(
      (schema) => this.#reaches(schema, "output") || this.#reaches(schema, "input"),
    );
  }

  /** Returns the conversion of a schema's values; undefined if there is nothing to convert. */
  of(schema: SpecSchema, direction: Direction, prefix = "k."): Expression | undefined {
    if (schema.$ref !== undefined) {
      const key = refKey(schema.$ref);
      const name = nameOf(this.#model, key, direction);
      if (name === undefined || !this.changes(key, direction)) return undefined;
      return {
        head: "(v) =>",
        body: called(`${prefix}${direction === "output" ? "read" : "send"}${name}`, "v"),
      };
    }
    const leaf = this.#leaf(schema, direction);
    const inner = [
      ...(leaf === undefined ? [] : [`${prefix}${leaf}`]),
      ...this.#inside(schema, direction, prefix),
      ...(schema.allOf ?? []).flatMap((schema) => this.of(schema, direction, prefix) ?? []),
      ...[schema.oneOf, schema.anyOf].flatMap((group) => this.#either(group ?? [], direction, prefix) ?? []),
    ];
    const [first, ...more] = inner;
    return more.length ? called(`${prefix}every`, ...inner) : first;
  }

  #inside(schema: SpecSchema, direction: Direction, prefix: string): readonly Expression[] {
    const of = (schema: SpecSchema | undefined): Expression | undefined =>
      schema && this.of(schema, direction, prefix);
    const item = of(schema.items);
    const places = (schema.prefixItems ?? []).map((prefixItem) => of(prefixItem) ?? `${prefix}same`);
    const known = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
      const found = of(property);
      return found === undefined ? [] : [[memberKey(name), found] as const];
    });
    // Members matched by a pattern are converted like others; values of other types are unchanged.
    const others = [...Object.values(schema.patternProperties ?? {}), schema.additionalProperties];
    const [first, ...more] = others.flatMap((schema) => of(schema) ?? []);
    const rest = first !== undefined && more.length ? called(`${prefix}every`, first, ...more) : first;
    const isTuple =
      places.some((place) => place !== `${prefix}same`) || (places.length > 0 && item !== undefined);
    return [
      ...(isTuple ? [called(`${prefix}tuple`, { list: places }, ...(item === undefined ? [] : [item]))] : []),
      ...(item === undefined || isTuple ? [] : [called(`${prefix}list`, item)]),
      ...(known.length || rest !== undefined
        ? [called(`${prefix}members`, { members: known }, ...(rest === undefined ? [] : [rest]))]
        : []),
    ];
  }

  /** Converts a value by the first alternative that it fits in JSON. */
  #either(group: readonly SpecSchema[], direction: Direction, prefix: string): Expression | undefined {
    const found = group.map((schema) => [schema, this.of(schema, direction, prefix)] as const);
    if (found.every(([, expression]) => expression === undefined)) return undefined;
    const list = found.map(([schema, how]): Expression => ({
      list: [checkIn(this.#model, schema) ?? "r.anything", how ?? `${prefix}same`],
    }));
    return called(`${prefix}${direction === "output" ? "either" : "sentEither"}`, ...list);
  }

  /** Returns the text of `conversions.ts`. */
  module(): string {
    const lines = (["output", "input"] as const).flatMap((direction) =>
      [...this.#model.names].flatMap(([key]) => {
        const name = nameOf(this.#model, key, direction) ?? "";
        const how = this.changes(key, direction)
          ? this.of(this.#model.spec.schemas[key] ?? {}, direction, "")
          : undefined;
        const head = `export const ${direction === "output" ? "read" : "send"}${name}: Convert = /* @__PURE__ */ `;
        return how === undefined ? [] : [`${head}${print(how, 0, head.length)};\n`];
      }),
    );
    const body = lines.join("");
    const imports = [
      'import type { Rule } from "./rules.js";\n',
      'import type { Convert } from "./runtime.js";\n',
      'import * as r from "./rules.js";\n',
      ...(/\bc\./.test(body) ? ['import * as c from "./validators.js";\n'] : []),
    ];
    return `${imports.join("")}\n${convert(this.#held)}\n${body}`;
  }
}

/** Returns the conversions of a client's model, cached; undefined if values are represented as in JSON. */
export const conversionsOf = remembered((model: Model): Conversions | undefined =>
  model.held?.dates || model.held?.int64 ? new Conversions(model, model.held) : undefined,
);

/** Returns the conversion of request bodies; if several media types differ, the first one's. */
export const sentBody = (operation: SpecOperation, conversions: Conversions): Expression | undefined =>
  Object.entries(operation.requestBody?.content ?? {}).flatMap(([type, { schema }]) => {
    const found = schema && mediaKind(type) !== "multipart" ? conversions.of(schema, "input") : undefined;
    return found === undefined ? [] : [found];
  })[0];
