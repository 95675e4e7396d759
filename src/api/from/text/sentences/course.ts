import type { Clause } from "../words/clause.ts";
import type { ResourceDraft } from "../draft.ts";
import { typeByName } from "../facts/guess.ts";
import { type State, addField, unmarked } from "../state.ts";

const outset =
  /(?:^|\s)(?:unless [a-z]+(?: [a-z]+){0,3}|at first|initially|to begin with|to start with|first|at the (?:start|beginning|outset)|in the beginning|when (?:created|new|made|added))$/i;

/**
 * `it is available (at first)`: the state of a record, or, told in turn, its first and then its later ones. True where
 * the clause says no more.
 */
export function stated(state: State, resource: ResourceDraft, clause: Clause): boolean {
  if (!/^(?:be|start|begin|become|remain)$/.test(clause.verb) || clause.modal !== undefined) return false;
  const plain = unmarked(state, clause.rest, ", ").replaceAll(/["“”]/g, "").replaceAll(/\s+/g, " ").trim();
  const value = plain
    .replace(outset, "")
    .replace(/^(?:out |off )?(?:(?:as|at|in)\s+)?/i, "")
    .toLowerCase();
  const said = plain.replace(outset, "").toLowerCase();
  const choice = resource.fields.find(({ values }) =>
    values?.some((one) => [value, said].includes(one.toLowerCase())),
  );
  if (choice) {
    choice.default = choice.values?.some((one) => one.toLowerCase() === said) ? said : value;
    return true;
  }
  const status = resource.fields.find(({ name }) => name === "status");
  const later = plain
    .split(/\s*,\s*(?:(?:or|and)\s+)?|\s+(?:or|and)\s+/)
    .map((one) =>
      one
        .replace(/^(?:(?:in the end|finally|later|then|eventually|at last|either|become|becomes)\s+)+/i, "")
        .trim(),
    )
    .filter(Boolean);
  if (
    state.later &&
    status?.default !== undefined &&
    status.values &&
    later.every((one) => one.split(" ").length < 4)
  ) {
    status.values = [...new Set([...status.values, ...later])];
    return true;
  }
  const usual = /^(not )?([a-z]+) (?:by default|unless [^,.;]+)$/i.exec(plain);
  if (usual && !status && typeByName((usual[2] ?? "").toLowerCase()).type === "boolean") {
    addField(resource, {
      name: (usual[2] ?? "").toLowerCase(),
      type: "boolean",
      default: usual[1] === undefined,
    });
    return true;
  }
  const isFirst =
    state.first ||
    outset.test(plain) ||
    (/^(?:start|begin)$/.test(clause.verb) && /^(?:out |off )?as\s/i.test(plain));
  if (!isFirst || status || !/^[a-z-]+$/.test(value)) return false;
  addField(resource, { name: "status", type: "enum", values: [value], default: value });
  return true;
}
