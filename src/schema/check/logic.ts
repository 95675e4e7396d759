import { typeNames, typeOf, type Node, type Resource } from "../read/index.ts";
import { canonical } from "../../lib/index.ts";
import { shown } from "./equal.ts";
import { Seen, type Check, type Made, type Run, type Scope } from "./run.ts";

/** Checks of the keywords that apply to values of any type. */
export function anyChecks(node: Node, made: Made): readonly Check[] {
  const out: Check[] = [];
  if (node.values) out.push(valuesCheck(node.values, node.valuesKeyword ?? "enum"));
  if (node.ref) out.push(referred(made.of(node.ref)));
  if (node.dynamicRef) out.push(dynamic(node.dynamicRef, made));
  for (const schema of node.allOf ?? []) out.push(made.of(schema));
  if (node.anyOf) out.push(anyOf(node.anyOf, made));
  if (node.oneOf) out.push(oneOf(node.oneOf.map(made.of)));
  if (node.not) out.push(not(made.of(node.not)));
  if (node.if) out.push(conditional(node, made.of(node.if), made));
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
      ? `must be ${shown(values[0])}`
      : `must be one of ${values.slice(0, 20).map(shown).join(", ")}`;
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

function dynamic({ fallback, targets }: NonNullable<Node["dynamicRef"]>, made: Made): Check {
  let checks: ReadonlyMap<Resource, Check> | undefined; // compiled when first used, since each can lead to all others
  const otherwise = made.of(fallback);
  return (value, run, seen) => {
    checks ??= new Map([...targets].map(([resource, node]) => [resource, made.of(node)] as const));
    let check = otherwise;
    for (let scope: Scope | undefined = run.scope; scope; scope = scope.outer)
      check = (scope.resource && checks.get(scope.resource)) ?? check;
    return run.referred(check, value, seen);
  };
}

function anyOf(nodes: readonly Node[], made: Made): Check {
  const checks = nodes.map(made.of);
  return (value, run, seen) => {
    let ok = false;
    for (const check of checks) {
      const own = seen && new Seen();
      if (!run.quietly(check, value, own)) continue;
      ok = true;
      if (!seen || !own) return true;
      seen.add(own);
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
    let kept: Seen | undefined;
    for (const check of checks) {
      const own = seen && new Seen();
      if (!run.quietly(check, value, own)) continue;
      kept = own;
      if (++count > 1) break;
    }
    if (count === 1) {
      if (kept) seen?.add(kept);
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

function conditional(node: Node, test: Check, made: Made): Check {
  const then = node.then && made.of(node.then);
  const otherwise = node.else && made.of(node.else);
  return (value, run, seen) => {
    const own = seen && new Seen();
    if (!run.quietly(test, value, own)) return otherwise ? otherwise(value, run, seen) : true;
    if (own) seen?.add(own);
    return then ? then(value, run, seen) : true;
  };
}
