import type { Expression, Statement, Target } from "../program/ir.ts";
import type { Machine, Scope } from "./machine.ts";

type Place = Extract<Target, { kind: "place" }>;

const known = new WeakMap<Statement, Place | undefined>();

const placeText = (place: Place): string =>
  place.at.kind === "literal" ? JSON.stringify({ kind: "get", of: place.of, name: place.at.value }) : "";

const has = (of: Expression, text: string): boolean => text !== "" && JSON.stringify(of).includes(text);

/** The target of `a.b = f(a.b)`, also inside `if (a.b)`. */
function placeOf(statement: Statement): Place | undefined {
  if (statement.kind === "if") {
    const [only, more] = statement.yes;
    const place = only && !more && !statement.no.length ? reformed(only) : undefined;
    return place && JSON.stringify(statement.test) === placeText(place) ? place : undefined;
  }
  if (statement.kind !== "expression" || statement.of.kind !== "assign") return undefined;
  const { to, value } = statement.of;
  return to.kind === "place" && has(value, placeText(to)) ? to : undefined;
}

function reformed(statement: Statement): Place | undefined {
  if (!known.has(statement)) known.set(statement, placeOf(statement));
  return known.get(statement);
}

/** Runs a statement. A request field that it only converts in place does not count as read or overwritten. */
export function reform(statement: Statement, run: () => void, on: { scope: Scope; m: Machine }): void {
  const { scope, m } = on;
  const place = m.run && reformed(statement);
  const of = place && m.evaluate(place.of, scope);
  if (!m.run || of?.kind !== "input" || place?.at.kind !== "literal") return run();
  const path = [...of.path, String(place.at.value)].join(".");
  const { reads, overwritten } = m.run;
  const key = `${of.part}:${path}`;
  const [wasRead, wasOwn] = [reads.get(of.part)?.has(path), overwritten.has(key)];
  try {
    run();
  } finally {
    if (!wasRead) reads.get(of.part)?.delete(path);
    if (!wasOwn) overwritten.delete(key);
  }
}
