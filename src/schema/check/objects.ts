import type { Node } from "../read/index.ts";
import type { Check, Made, Run, Seen } from "./run.ts";

type Bag = Readonly<Record<string, unknown>>;
type ObjectCheck = (value: Bag, run: Run, seen: Seen | undefined) => boolean;

/** Names that every object inherits. */
const inherited = new Set(Object.getOwnPropertyNames(Object.prototype));
/** Whether a property is present: undefined counts as absent, as in JSON. */
const has = (value: Bag, key: string): boolean =>
  value[key] !== undefined && (!inherited.has(key) || Object.hasOwn(value, key));

export function objectChecks(node: Node, factory: Made): readonly Check[] {
  const out: ObjectCheck[] = [];
  const { required, minProperties, maxProperties, dependentRequired, propertyNames } = node;
  const breadth = breadthOf(node);
  if (breadth > 0)
    out.push((_, run) => {
      run.enter(breadth);
      return true;
    });
  if (required && required.length > 0)
    out.push((value, run) => present(required, "required", { value, run }));
  if (minProperties !== undefined)
    out.push(
      (value, run) =>
        namesOf(value, run).length >= minProperties ||
        run.fail("minProperties", `must have at least ${minProperties} properties`),
    );
  if (maxProperties !== undefined)
    out.push(
      (value, run) =>
        namesOf(value, run).length <= maxProperties ||
        run.fail("maxProperties", `must have at most ${maxProperties} properties`),
    );
  for (const [name, names] of dependentRequired ?? [])
    out.push((value, run) => !has(value, name) || present(names, "dependentRequired", { value, run }));
  if (propertyNames) out.push(namesCheck(factory.of(propertyNames)));
  if (node.patternProperties || node.additionalProperties) out.push(everyProperty(node, factory));
  else if (node.properties) out.push(knownProperties(node.properties, factory));
  for (const [name, schema] of node.dependentSchemas ?? []) {
    const check = factory.of(schema);
    out.push((value, run, seen) => !has(value, name) || check(value, run, seen));
  }
  return out as readonly Check[]; // called for objects only
}

/** The steps that it takes to look up all names of a schema. */
function breadthOf({ required, properties, dependentRequired, dependentSchemas }: Node): number {
  const dependent = [...(dependentRequired ?? [])].reduce((sum, [, names]) => sum + 1 + names.length, 0);
  const named = (properties?.size ?? 0) + (dependentSchemas?.size ?? 0);
  return ((required?.length ?? 0) + named + dependent) >> 3;
}

/** All property names of a value; reading them takes steps, too. */
function namesOf(value: Bag, run: Run): readonly string[] {
  const names = Object.keys(value);
  run.enter(names.length >> 3);
  return names;
}

function present(
  names: readonly string[],
  keyword: string,
  at: { readonly value: Bag; readonly run: Run },
): boolean {
  let ok = true;
  for (const name of names) {
    if (has(at.value, name)) continue;
    ok = at.run.fail(keyword, `must have the property ${JSON.stringify(name)}`);
    if (!at.run.problems) return false;
  }
  return ok;
}

function namesCheck(check: Check): ObjectCheck {
  return (value, run) => {
    let ok = true;
    for (const key of namesOf(value, run)) {
      if (run.quietly(check, key, undefined)) continue;
      ok = run.fail("propertyNames", `must not have a property named ${JSON.stringify(key.slice(0, 80))}`);
      if (!run.problems) return false;
    }
    return ok;
  };
}

function knownProperties(properties: ReadonlyMap<string, Node>, factory: Made): ObjectCheck {
  const names = [...properties.keys()];
  const checks = [...properties.values()].map(factory.of);
  return (value, run, seen) => {
    let ok = true;
    for (let i = 0; i < names.length; i++) {
      const name = names[i] as string; // i is less than the length
      if (!has(value, name)) continue;
      seen?.keys.add(name);
      if (run.below(checks[i] as Check, name, value[name])) continue;
      if (!run.problems) return false;
      ok = false;
    }
    return ok;
  };
}

function everyProperty(node: Node, factory: Made): ObjectCheck {
  const named = new Map(
    [...(node.properties ?? [])].map(([name, schema]) => [name, factory.of(schema)] as const),
  );
  const patterns = (node.patternProperties ?? []).map(
    ([source, schema]) => [source, factory.of(schema)] as const,
  );
  const rest = node.additionalProperties && factory.of(node.additionalProperties);
  const closed = node.additionalProperties?.possible === false;
  return (value, run, seen) => {
    let ok = true;
    for (const key of namesOf(value, run)) {
      const item = value[key];
      if (item === undefined) continue;
      let found = false;
      let fits = true;
      const check = named.get(key);
      if (check) {
        found = true;
        fits = run.below(check, key, item);
      }
      run.enter(patterns.length * (1 + (key.length >> 3)));
      for (const [pattern, below] of patterns) {
        if (!pattern.test(key)) continue;
        found = true;
        fits = run.below(below, key, item) && fits;
      }
      if (!found && closed)
        fits = run.fail(
          "additionalProperties",
          `must not have the property ${JSON.stringify(key.slice(0, 80))}`,
        );
      else if (!found && rest) fits = run.below(rest, key, item);
      if (found || rest) seen?.keys.add(key);
      if (fits) continue;
      if (!run.problems) return false;
      ok = false;
    }
    return ok;
  };
}

export function unevaluatedProperties(node: Node, factory: Made): ObjectCheck | undefined {
  if (!node.unevaluatedProperties) return undefined;
  const check = factory.of(node.unevaluatedProperties);
  return (value, run, seen) => {
    let ok = true;
    if (!seen || seen.everyKey) return true;
    for (const key of namesOf(value, run))
      if (!seen.keys.has(key) && !run.below(check, key, value[key]))
        ok = run.fail(
          "unevaluatedProperties",
          `must not have the property ${JSON.stringify(key.slice(0, 80))}`,
        );
    seen.everyKey = true;
    return ok;
  };
}
