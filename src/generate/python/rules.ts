import {
  hasEtags,
  isBound,
  parents,
  preconditions,
  stateFields,
  type Action,
  type ApiDefinition,
  type BelongsTo,
  type Resource,
} from "../../api/index.ts";
import { code, imported, joined, py, type Code } from "../../code/index.ts";
import { attribute } from "./python-names.ts";

const rule = (name: string): Code => imported("/src/rules.py", name);

/** How a check reads other records: a parameter, and an expression for the record with an id. */
export interface Reading {
  readonly name: string;
  readonly type: Code;
  readonly get: (id: string) => Code;
}

/** The expression of a new parent by attribute, and the indentation of the block. */
interface Given {
  readonly value: (name: string) => Code;
  readonly indent: string;
}

/** Generates statements that refuse a parent if a record would become its own ancestor. */
export const keepTrees = (
  trees: readonly BelongsTo[],
  { get }: Reading,
  { value, indent }: Given,
): readonly Code[] =>
  trees.map(({ field }) => {
    const name = attribute(field);
    return joined(
      [
        py`async def ${code(`${name}_of`)}(other: str) -> str | None:`,
        py`    found = await ${get("other")}`,
        py`    return None if found is None else found.${code(name)}`,
        py`await ${rule("keep_tree")}(id, ${value(name)}, ${field}, ${code(`${name}_of`)})`,
      ],
      `\n${indent}`,
    );
  });

/** Generates the model's functions that refuse changes that break rules between records, for any storage. */
export function changeRules(resource: Resource, reading: Reading): readonly Code[] {
  if (!isBound(resource)) return [];
  const states = stateFields(resource).map(({ name }) => py`${attribute(name)}: ${name},`);
  const readRecord = py`record = await ${reading.get("id")}
    if record is not None:
        ${rule("keep_states")}(record, values, {${joined(states, " ")}})`;
  const trees = keepTrees(parents(resource), reading, {
    value: (name) => py`values.get(${name})`,
    indent: "    ",
  });
  return [
    py`async def _check(${code(reading.name)}: ${reading.type}, id: str, values: ${imported("collections.abc", "Mapping")}[str, ${imported("typing", "Any")}]) -> None:
    """Refuses what no change may do to a record."""
    ${joined([...(states.length ? [readRecord] : []), ...trees], "\n    ")}`,
  ];
}

/** Generates the call of `_check`, before a change, in a block with this indentation. */
export const checkChange = (resource: Resource, name: string, indent = "    "): Code =>
  isBound(resource)
    ? code(`${indent}await _check(${name}, id, values)
`)
    : code("");

/** Returns the problem of a record in whose state the action is not allowed. */
export const notReady = (action: Action, record: string): Code =>
  py`${rule("not_ready")}(${code(record)}, [${joined(
    preconditions(action).map(
      ({ field, values, message }) =>
        py`${rule("Precondition")}(${attribute(field)}, ${field}, ${[...values]}, ${message})`,
    ),
    ", ",
  )}])`;

/** Returns the parameter of functions that may change only one version of a record. */
export const matchOf = ({ api }: { readonly api: ApiDefinition }): string =>
  hasEtags(api) ? ", match: str | None = None" : "";
