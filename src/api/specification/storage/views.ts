import type { Json } from "../../../lib/index.ts";
import type { SpecSchema } from "../../spec.ts";
import { resolve } from "../shape.ts";
import type { Place } from "./facts.ts";
import { exampleOf, schemasOf } from "./columns.ts";
import { itemsOf, membersOf, refOf, typesOf } from "./schema-members.ts";
import { linkOf } from "./relations.ts";
import type { Link, Model, Stored } from "./stored.ts";
import type { Condition, Member, Source, View } from "./types.ts";
import { nounOf, plainly, words } from "./path-words.ts";

const is = (column: string, value: Source): Condition => ({ column, how: "is", value });
const ownColumn = (column: string): Source => ({ from: "self", column });

/** Collects the distinct views of records in responses, each under one name. */
export class Views {
  readonly #model: Model;
  readonly #found = new Map<string, View>();
  readonly #names = new Set<string>();
  readonly #known = new WeakMap<Place, string>();

  constructor(model: Model) {
    this.#model = model;
  }

  get all(): readonly View[] {
    return [...this.#found.values()];
  }

  /** Returns the name of a view that shows what a schema asks for. */
  of(stored: Stored, place: Place, depth = 0): string {
    const before = this.#known.get(place);
    if (before !== undefined && depth === 0) return before;
    const { spec } = this.#model;
    const members: Record<string, Member> = {};
    const inner =
      place.spread === undefined
        ? undefined
        : membersOf(
            spec,
            place.members.properties[place.spread] ?? membersOf(spec, place.schema)?.properties[place.spread],
          );
    for (const [name, schema] of Object.entries(place.members.properties)) {
      const member = this.#member(
        stored,
        { name, schema, required: place.members.required.has(name) },
        depth,
      );
      if (member) members[name] = member;
    }
    for (const name of place.members.required)
      if (!Object.hasOwn(place.members.properties, name))
        members[name] = stored.columns.has(name)
          ? { is: "column", column: name, otherwise: "one" }
          : { is: "value", value: "one" };
    const name = this.#named(stored, place, {
      resource: stored.name,
      members,
      ...(place.spread === undefined || !inner
        ? {}
        : {
            within: {
              member: place.spread,
              names: Object.keys(inner.properties).filter((key) => Object.hasOwn(members, key)),
            },
          }),
    });
    if (depth === 0) this.#known.set(place, name);
    return name;
  }

  #named(stored: Stored, place: Place | undefined, view: Omit<View, "name">): string {
    const text = JSON.stringify(view);
    const before = this.#found.get(text);
    if (before) return before.name;
    const base =
      (place?.ref ?? stored.name)
        .replaceAll(/[^A-Za-z0-9]/g, "")
        .replace(/^\d+/, "")
        .slice(0, 60) || stored.name;
    let name = base;
    for (let n = 2; this.#names.has(name); n++) name = `${base}${n}`;
    this.#names.add(name);
    this.#found.set(text, { name, ...view });
    return name;
  }

  #member(
    stored: Stored,
    {
      name,
      schema,
      required,
    }: { readonly name: string; readonly schema: SpecSchema; readonly required: boolean },
    depth: number,
  ): Member | undefined {
    const { spec, accounts } = this.#model;
    if (schema.writeOnly ?? resolve(spec, schema).writeOnly) return undefined;
    const memberName = stored.columns.has(name)
      ? name
      : [...stored.columns.keys()].find((key) => plainly(key) === plainly(name));
    const column = memberName === undefined ? undefined : stored.columns.get(memberName);
    const linked = linkOf(this.#model, stored, name, { schema });
    if (!column && linked) return this.#linked(stored, linked.link, linked.counts);
    if (column?.secret) return required ? { is: "value", value: "" } : undefined;
    if (column && this.#fits(stored, name, schema)) {
      const example = required && !column.required ? this.#example(schema, name) : undefined;
      return { is: "column", column: column.name, ...(example === undefined ? {} : { otherwise: example }) };
    }
    if (accounts?.stored === stored && words.token.test(name)) return { is: "token" };
    return (
      this.#derived(stored, name, schema, depth) ??
      (required ? { is: "value", value: this.#example(schema, name) ?? null } : undefined)
    );
  }

  /** Whether a column's values have a type that the response allows. */
  #fits(stored: Stored, name: string, schema: SpecSchema): boolean {
    const { spec } = this.#model;
    const sent = schemasOf(stored.entity.sent, name);
    const schemaTypes = typesOf(resolve(spec, schema));
    const types = sent.flatMap((schema) => typesOf(resolve(spec, schema)));
    const column = stored.columns.get(name);
    if (types.length === 0 || schemaTypes.length === 0)
      return (
        column?.type !== "integer" ||
        schemaTypes.length === 0 ||
        schemaTypes.some((type) => type === "integer" || type === "number" || type === "string")
      );
    return types.some(
      (type) =>
        schemaTypes.includes(type) ||
        (type === "integer" && schemaTypes.includes("number")) ||
        (type === "number" && schemaTypes.includes("integer")),
    );
  }

  #example(schema: SpecSchema, name: string): Json | undefined {
    return exampleOf(this.#model.spec, schema, name);
  }

  #linked({ key }: Stored, { name: resource, columns }: Link, counts: boolean): Member {
    const mine = is(columns[0], ownColumn(key));
    return counts
      ? { is: "count", resource, where: [mine] }
      : { is: "linked", resource, where: [mine, is(columns[1], { from: "caller" })] };
  }

  /** Returns a member derived from other records. */
  #derived(stored: Stored, name: string, schema: SpecSchema, depth: number): Member | undefined {
    const { spec, all } = this.#model;
    const members = membersOf(spec, schema);
    if (members && depth < 2) {
      const place: Place = { schema, members, ref: refOf(spec, schema), way: [], isList: false };
      const pointer = [...stored.columns.values()].find(
        (column) => column.refers !== undefined && plainly(column.name) === `${plainly(name)}id`,
      );
      const target = pointer && all.find((item) => item.name === pointer.refers);
      if (pointer && target)
        return {
          is: "one",
          resource: target.name,
          where: [is(target.key, ownColumn(pointer.name))],
          view: this.of(target, place, depth + 1),
        };
    }
    const children = all.filter((item) =>
      [...item.columns.values()].some((column) => column.refers === stored.name),
    );
    const childOf = (noun: string): readonly [Stored, string] | undefined => {
      const child = children.find((child) => child.entity.noun === noun);
      const column = child && [...child.columns.values()].find((column) => column.refers === stored.name);
      return child && column ? [child, column.name] : undefined;
    };
    const types = typesOf(resolve(spec, schema));
    const counted = /^(?:num(?:ber)?_?(?:of)?_?)?(.+?)_?(?:count|total)$/i.exec(name)?.[1];
    const child = counted !== undefined && types.includes("integer") ? childOf(nounOf(counted)) : undefined;
    if (child) return { is: "count", resource: child[0].name, where: [is(child[1], ownColumn(stored.key))] };
    const items = itemsOf(spec, schema);
    const many = items && depth < 2 ? membersOf(spec, items) : undefined;
    const listed = many && childOf(nounOf(name));
    if (!items || !many || !listed) return undefined;
    const place: Place = { schema: items, members: many, ref: refOf(spec, items), way: [], isList: false };
    return {
      is: "many",
      resource: listed[0].name,
      where: [is(listed[1], ownColumn(stored.key))],
      view: this.of(listed[0], place, depth + 1),
    };
  }
}
