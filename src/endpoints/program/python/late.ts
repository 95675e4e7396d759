import type { Expression, Statement } from "../ir.ts";

const isNone = (of: Expression | undefined): of is Expression => of?.kind === "literal" && of.value === null;

const open: Expression = { kind: "opaque", parts: [] };

/** `None`, or a value that is assigned later by code that may not be followed. */
const late = (none: Expression): Expression => ({ kind: "choose", test: open, yes: none, no: open });

/** A class field that starts as `None` although its declared type allows more: it may be set later. */
export const fieldOf = (value: Expression, type: Expression | undefined): Expression =>
  type && !isNone(type) && isNone(value) ? late(value) : value;

/**
 * A module's statements. `client: Redis | None = None`, and names that functions set as `global`, may be set
 * later.
 */
export const settled = (body: readonly Statement[], outer: ReadonlySet<string>): readonly Statement[] =>
  body.map((item) => {
    if (item.kind !== "let" || item.to.kind !== "name" || !isNone(item.value)) return item;
    const isSet = outer.has(item.to.name) || (item.type && !isNone(item.type));
    return isSet ? { ...item, value: late(item.value) } : item;
  });
