import type { Bound, Known, Member, Type } from "./type.ts";

/** Returns this repository's declaration of a type's name. */
export async function declaredAs({ type, scope }: Bound): Promise<Known | undefined> {
  const known = type?.is === "name" ? await scope.lookup(type.name) : undefined;
  return typeof known === "object" ? known : undefined;
}

/** Expands an alias or interface with its type arguments. */
export function opened({ type, scope }: Bound, known: Known | undefined): Bound | undefined {
  if (type?.is !== "name" || !known?.shape.type) return undefined;
  const { form, generics = [], bases = [], type: own } = known.shape;
  if (form !== "alias" && form !== "type") return undefined;
  if (type.given.length !== generics.length) return undefined;
  const whole: Type = bases.length ? { is: "all", of: [own, ...bases] } : own;
  const given = type.given.map((item): Type => ({ is: "placed", type: item, scope }));
  return { type: given.length ? filled(whole, given) : whole, scope: known.scope };
}

/** Replaces a type's generics with the arguments. */
function filled(type: Type, given: readonly Type[]): Type {
  const fill = (one: Type): Type => filled(one, given);
  const filling = <T extends { readonly type?: Type }>(one: T): T =>
    one.type ? { ...one, type: fill(one.type) } : one;
  switch (type.is) {
    case "generic":
      return (type.fixed && given[Number(type.place)]) || type;
    case "union":
    case "all":
    case "tuple":
    case "choice":
    case "each":
      return { ...type, of: type.of.map(fill) };
    case "name":
      return { ...type, given: type.given.map(fill) };
    case "object":
      return { ...type, members: new Map([...type.members].map(([key, member]) => [key, filling(member)])) };
    case "call":
      return {
        ...type,
        ways: type.ways.map((way) => ({
          ...way,
          takes: way.takes.map(filling),
          ...(way.gives && { gives: fill(way.gives) }),
        })),
      };
    default:
      return type;
  }
}

type Members = ReadonlyMap<string, Member>;
const deepest = 6;
const whole = /^(?:Partial|Required|Readonly)$/;

/** Returns the members of an object type composed of parts; undefined if a part isn't known. */
export async function membersOf(bound: Bound, depth = 0): Promise<Members | undefined> {
  const { type, scope } = bound;
  if (!type || depth > deepest) return undefined;
  if (type.is === "placed") return membersOf(type, depth + 1);
  if (type.is === "object")
    return new Map([...type.members].map(([key, member]) => [key, placed(member, bound)]));
  if (type.is === "all") {
    const all = new Map<string, Member>();
    for (const item of type.of.toReversed()) {
      const members = await membersOf({ type: item, scope }, depth + 1);
      if (!members) return undefined;
      for (const [key, member] of members) all.set(key, member);
    }
    return all;
  }
  if (type.is !== "name") return undefined;
  const known = await declaredAs(bound);
  if (!known && whole.test(type.name)) {
    const members = await membersOf({ type: type.given[0], scope }, depth + 1);
    return members && new Map([...members].map(([key, member]) => [key, said(member, type.name)]));
  }
  const inner = opened(bound, known);
  return inner && membersOf(inner, depth + 1);
}

const placed = (member: Member, { scope }: Bound): Member =>
  member.type ? { ...member, type: { is: "placed", type: member.type, scope } } : member;

const said = (member: Member, name: string): Member => ({
  ...member,
  ...(name === "Partial" && { optional: true }),
  ...(name === "Required" && { optional: false }),
  ...(name === "Readonly" && { fixed: true }),
});
