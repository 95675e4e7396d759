import type { ResourceDraft, TextDraft } from "./draft.ts";
import { numeral } from "./sayings.ts";
import { subjects } from "./intro.ts";
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
        back?.findIndex(({ kind, target }) => kind === "hasMany" && target === resource.name) ?? -1;
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
  const plain = mended(
    description
      .slice(0, longest)
      .replaceAll("\r", "")
      .replaceAll(/\bw\/(?=\s)/g, "with")
      .replaceAll(/\s[&+]\s/g, " and ")
      .replaceAll(/\bbetween\s+(-?[\w.]+)\s+and\s+(-?[\w.]+)/gi, (whole, low: string, high: string) =>
        numeral(low) === undefined || numeral(high) === undefined
          ? whole
          : `${numeral(low)}..${numeral(high)}`,
      )
      .replaceAll(/^[^.\n]*?,?\s*i\.e\.,?\s+(?=an?\s)/gm, "")
      .replaceAll(/[ \t]-[ \t]([^-\n,;]{3,60}?)[ \t]-(?=[,. \t])/g, " ($1)")
      .replaceAll(/(?<=\w)=(?=[\w"])/g, " = ")
      .replaceAll(/\b(string|str|int|integer|number|float|text|uuid|url)\[\]/gi, "array of $1s")
      .replaceAll(/(?<=\w)\[\]/g, " array")
      .replaceAll(
        /(^|[.;\n]\s*)(?:when|if|once|whenever|after|on)\s+[^,.;:\n]{3,40},\s+(?=(?:an?|the|it|they)\s)/gi,
        "$1",
      )
      .replaceAll(
        /\b((?:an?|each|every)\s+\w+)\s+(?:is|gets)\s+(?:issued|created|made|opened|printed|generated|registered|set up|stored)\s+(?=with\s)/gi,
        "$1 ",
      )
      .replaceAll(
        /\b((?:the|an?)\s+[\w ]{2,30}?)\s+(?:(?:is|are|gets)\s+)?(?:added|computed|calculated|recorded|noted|kept|stored)(?=\s+and\s+the\b|[.;,\n]|$)/gi,
        "$1",
      )
      .replaceAll(/^([A-Za-z][\w ]{2,40}) - (?=[^\n]*,)/gm, "$1: "),
  );
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
