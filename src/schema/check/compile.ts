import { TYPES, type Node, type Reading } from "../read/index.ts";
import { arrayChecks, unevaluatedItems } from "./arrays.ts";
import { anyChecks, entering, typeCheck } from "./logic.ts";
import { numberChecks } from "./numbers.ts";
import { objectChecks, unevaluatedProperties } from "./objects.ts";
import { Seen, every, type Check, type Made } from "./run.ts";
import { stringChecks } from "./strings.ts";

/** Compiles a reading to one function; references are resolved when they are first used. */
export function checkOf(reading: Reading, formats: boolean): Check {
  const checks: (Check | undefined)[] = [];
  const factory: Made = {
    formats,
    of: (node) => {
      const known = checks[node.id];
      if (known) return known;
      let check: Check | undefined;
      // a placeholder while the schema's own parts are compiled, which makes recursive schemas possible
      checks[node.id] = (value, run, seen) => (check ??= checks[node.id] as Check)(value, run, seen);
      check = nodeCheck(node, factory);
      if (reading.dynamic) check = entering(node, check);
      checks[node.id] = check;
      return check;
    },
  };
  return factory.of(reading.root);
}

const accept: Check = () => true;

function nodeCheck(node: Node, factory: Made): Check {
  if (!node.possible) return (_, run) => run.fail("false", "nothing is allowed here");
  const any = anyChecks(node, factory);
  const parts = {
    string: every(node.types & TYPES.string ? stringChecks(node, factory.formats) : []),
    number: every(node.types & TYPES.number ? numberChecks(node) : []),
    array: every(node.types & TYPES.array ? arrayChecks(node, factory) : []),
    object: every(node.types & TYPES.object ? objectChecks(node, factory) : []),
  };
  const checks: Check[] = [];
  if (node.types !== TYPES.any) checks.push(typeCheck(node.types));
  if (parts.string ?? parts.number ?? parts.array ?? parts.object) checks.push(byType(parts));
  const check = every([...checks, ...any]) ?? accept;
  const rest = unevaluated(node, factory);
  const whole = rest ? tracking(check, rest) : check;
  return (value, run, seen) => {
    if (--run.left < 0) run.enter();
    return whole(value, run, seen);
  };
}

function byType(parts: {
  readonly [K in "string" | "number" | "array" | "object"]: Check | undefined;
}): Check {
  const { string, number, array, object } = parts;
  return (value, run, seen) => {
    if (typeof value === "string") return string ? string(value, run, seen) : true;
    if (typeof value === "number") return number ? number(value, run, seen) : true;
    if (typeof value !== "object" || value === null) return true;
    const part = Array.isArray(value) ? array : object;
    return part ? part(value, run, seen) : true;
  };
}

function unevaluated(node: Node, factory: Made): Check | undefined {
  const items = unevaluatedItems(node, factory) as Check | undefined; // called for arrays only
  const properties = unevaluatedProperties(node, factory) as Check | undefined; // called for objects only
  if (!items && !properties) return undefined;
  return byType({ string: undefined, number: undefined, array: items, object: properties });
}

/** A schema with unevaluated* only sees what it and its subschemas evaluated. */
const tracking =
  (check: Check, rest: Check): Check =>
  (value, run, seen) => {
    const evaluated = new Seen();
    if (!check(value, run, evaluated) || !rest(value, run, evaluated)) return false;
    seen?.add(evaluated);
    return true;
  };
