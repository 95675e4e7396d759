import type { ResourceDraft, TextDraft } from "./draft.ts";
import { subjects } from "./intro.ts";
import { laidOut } from "./layout.ts";
import { statements } from "./lists.ts";
import { mark } from "./marks.ts";

import { mended } from "./spelling.ts";
import type { State } from "./state.ts";
import { statement } from "./statement.ts";

/** Both sides say that they have many of the other: many to many. */
function symmetric(resources: readonly ResourceDraft[]): void {
  for (const resource of resources) {
    for (const [index, relation] of resource.relations.entries()) {
      const back = resources.find(({ name }) => name === relation.target)?.relations;
      const other =
        back?.findIndex(
          ({ kind, target }) => (kind === "hasMany" || kind === "manyToMany") && target === resource.name,
        ) ?? -1;
      if (relation.kind !== "hasMany" || other === -1 || !back || relation.target === resource.name) continue;
      back.splice(other, 1);
      resource.relations[index] = { kind: "manyToMany", target: relation.target };
    }
  }
}

/** Characters of a description that are read; more belongs into a definition file. */
export const longest = 8000;

/** Resources with fields, relations and actions, as a careful reader would draw them from a description. */
export function describe(description: string): TextDraft {
  const plain = mended(laidOut(description.slice(0, longest)));
  const marked = mark(plain);
  const { enums } = marked;
  // `and a voice: soprano, alto or bass` ends a sentence; it is no heading.
  const text = marked.text.replaceAll(
    /(?<=\b(?:has|have|is|are|with|needs)\b[^\n.;:]*\w)\s*:\s*(?=⟦E\d+⟧)/g,
    " ",
  );
  const state: State = {
    resources: new Map(),
    known: new Set(subjects(plain)),
    enums,
    ignored: [],
    current: undefined,
    acting: false,
    first: false,
    later: false,
    linked: false,
  };
  for (const one of statements(text)) statement(state, one);
  symmetric([...state.resources.values()]);
  const resources = [...state.resources.values()].filter(
    ({ fields, relations, actions }, _, all) =>
      fields.length + actions.length > 0 ||
      relations.some(({ kind }) => kind !== "hasMany") ||
      all.length === 1,
  );
  return { resources, ignored: state.ignored };
}
