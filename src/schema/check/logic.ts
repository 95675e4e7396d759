import { typeNames, typeOf, type Node, type Resource } from "../read/index.ts";
import { canonical } from "../../lib/index.ts";
import { formatValue } from "./equal.ts";
import { Seen, type Check, type Made, type Run, type Scope } from "./run.ts";

/** Checks of the keywords that apply to values of any type. */
export function anyChecks(node: Node, factory: Made): readonly Check[] {
  const out: Check[] = [];
  if (node.values) out.push(valuesCheck(node.values, node.valuesKeyword ?? "enum"));
  if (node.ref) out.push(referred(factory.of(node.ref)));
  if (node.dynamicRef) out.push(dynamic(node.dynamicRef, factory));
  for (const schema of node.allOf ?? []) out.push(factory.of(schema));
  if (node.anyOf) out.push(anyOf(node.anyOf, factory));
  if (node.oneOf) out.push(oneOf(node.oneOf.map(factory.of)));
  if (node.not) out.push(not(factory.of(node.not)));
  if (node.if) out.push(conditional(node, factory.of(node.if), factory));
  return out;
}

export function typeCheck(types: number): Check {
  const message = `must be ${typeNames(types).join(" or ")}`;
  return (value, run) => (types & typeOf(value)) !== 0 || run.fail("type", message);
}

function valuesCheck(values: readonly unknown[], keyword: string): Check {
  const simple = new Set(values.filter((value) => typeof value !== "object" || value === null));
  const composite = new Set(
    values.filter((value) => typeof value === "object" && value !== null).map(canonical),
  );
  const message =
    keyword === "const"
      ? `must be ${formatValue(values[0])}`
      : `must be one of ${values.slice(0, 20).map(formatValue).join(", ")}`;
  return (value, run) => {
    const found =
      typeof value === "object" && value !== null
        ? composite.size > 0 && composite.has(run.canonical(value))
        : simple.has(value);
    return found || run.fail(keyword, message);
  };
}

/** Records that a schema's resource is entered, for the resolution of dynamic references. */
export const entering =
  ({ resource }: Node, check: Check): Check =>
  (value, run, seen) => {
    const { scope } = run;
    run.scope = scope.within(resource);
    const ok = check(value, run, seen);
    run.scope = scope;
    return ok;
  };

const referred =
  (check: Check): Check =>
  (value, run, seen) =>
    run.referred(check, value, seen);

function dynamic({ fallback, targets }: NonNullable<Node["dynamicRef"]>, factory: Made): Check {
  let checks: ReadonlyMap<Resource, Check> | undefined; // compiled when first used, since each can lead to all others
  const otherwise = factory.of(fallback);
  return (value, run, seen) => {
    checks ??= new Map([...targets].map(([resource, node]) => [resource, factory.of(node)] as const));
    let check = otherwise;
    for (let scope: Scope | undefined = run.scope; scope; scope = scope.outer)
      check = (scope.resource && checks.get(scope.resource)) ?? check;
    return run.referred(check, value, seen);
  };
}

function anyOf(nodes: readonly Node[], factory: Made): Check {
  const checks = nodes.map(factory.of);
  return (value, run, seen) => {
    let ok = false;
    for (const check of checks) {
      const branchSeen = seen && new Seen();
      if (!run.quietly(check, value, branchSeen)) continue;
      ok = true;
      if (!seen || !branchSeen) return true;
      seen.add(branchSeen);
    }
    if (ok || !run.problems) return ok;
    explain(nodes, checks, { value, run });
    return run.fail("anyOf", `must fit at least one of ${checks.length} schemas`);
  };
}

/** If only one branch applies to values of this type, its own problems are more helpful. */
function explain(
  nodes: readonly Node[],
  checks: readonly Check[],
  at: { readonly value: unknown; readonly run: Run },
): void {
  const type = typeOf(at.value);
  const likely = nodes.flatMap((node, i) => ((node.ref ?? node).types & node.types & type ? [i] : []));
  const only = likely.length === 1 ? checks[likely[0] ?? 0] : undefined;
  only?.(at.value, at.run, undefined);
}

function oneOf(checks: readonly Check[]): Check {
  return (value, run, seen) => {
    let count = 0;
    let matchedSeen: Seen | undefined;
    for (const check of checks) {
      const branchSeen = seen && new Seen();
      if (!run.quietly(check, value, branchSeen)) continue;
      matchedSeen = branchSeen;
      if (++count > 1) break;
    }
    if (count === 1) {
      if (matchedSeen) seen?.add(matchedSeen);
      return true;
    }
    const how = count === 0 ? "fits none" : "fits more than one";
    return run.fail("oneOf", `must fit exactly one of ${checks.length} schemas, ${how}`);
  };
}

function not(check: Check): Check {
  return (value, run, seen) =>
    !run.quietly(check, value, seen && new Seen()) || run.fail("not", "must not fit the schema under not");
}

function conditional(node: Node, test: Check, factory: Made): Check {
  const then = node.then && factory.of(node.then);
  const otherwise = node.else && factory.of(node.else);
  return (value, run, seen) => {
    const testSeen = seen && new Seen();
    if (!run.quietly(test, value, testSeen)) return otherwise ? otherwise(value, run, seen) : true;
    if (testSeen) seen?.add(testSeen);
    return then ? then(value, run, seen) : true;
  };
}
