import type { Addition, Entry } from "../../study.ts";
import { inTable } from "../../../lib/index.ts";
import type { DocStyle } from "./docstring-sections.ts";

/** A text with its indent relative to the docstring, and the extra indent of its continuation lines. */
export type Line = readonly [indent: number, text: string, hang?: number];

/** A section and its position in the docstring. */
export interface Part {
  readonly rank: number;
  readonly lines: readonly Line[];
}

/** Section order of the Google and NumPy conventions. */
const ranks: Readonly<Record<string, number>> = {
  ...at(1, "args arguments parameters params"),
  ...at(2, "returns return yields yield"),
  ...at(3, "other parameters,keyword args,keyword arguments", ","),
  ...at(4, "raises"),
  ...at(5, "warns,warning,warnings,attributes", ","),
  ...at(6, "see also", ","),
  ...at(7, "note notes"),
  ...at(8, "references"),
  ...at(9, "example examples todo"),
};

function at(rank: number, names: string, by = " "): Readonly<Record<string, number>> {
  return Object.fromEntries(names.split(by).map((name) => [name, rank]));
}

/** Returns the first existing section that must follow one of this rank. */
export const laterOf = (rank: number, entries: readonly Entry[]): Entry | undefined =>
  entries.find((entry) => entry.at === undefined && (inTable(ranks, entry.name.toLowerCase()) ?? 0) > rank);

/** Renders non-empty sections with a blank line before each; existing ones are skipped. */
export function partsOf(
  addition: Addition,
  style: DocStyle,
  { within, result }: { readonly within: ReadonlySet<string>; readonly result?: string | undefined },
): readonly Part[] {
  const { parameters, returns, raises, examples, notes, deprecated } = addition;
  if (style === "sphinx")
    return [
      {
        rank: 1,
        lines: [
          ...parameters.map(({ name, text }): Line => [0, `:param ${name}: ${text}`.trimEnd(), 4]),
          ...(returns ? [[0, `:returns: ${returns.text}`, 4] as Line] : []),
          ...raises.map(({ type, when }): Line => [0, `:raises ${type}: ${when}`.trimEnd(), 4]),
          ...examples.flatMap(({ code }): Line[] => [
            [0, ""],
            ...code.split("\n").map((line): Line => [0, line]),
          ]),
          ...(deprecated ? [[0, `.. deprecated:: ${deprecated}`, 4] as Line] : []),
          ...(notes ?? []).map((note): Line => [0, note]),
        ],
      },
    ];
  const isNumpy = style === "numpy";
  const by = isNumpy ? 0 : 4;
  const part = (title: string, lines: readonly Line[]): readonly Part[] =>
    lines.length === 0
      ? []
      : [
          {
            rank: ranks[title.toLowerCase()] ?? 0,
            lines: [
              [0, ""],
              ...(isNumpy
                ? [[0, title] as Line, [0, "-".repeat(title.length)] as Line]
                : [[0, `${title}:`] as Line]),
              ...lines,
            ],
          },
        ];
  return [
    ...part(
      isNumpy ? "Parameters" : "Args",
      within.has("parameter") ? [] : parameters.flatMap(({ name, text }) => item(name, text, style)),
    ),
    ...part("Returns", returns ? returnField(returns, isNumpy ? result : undefined) : []),
    ...part(
      "Raises",
      within.has("raises") ? [] : raises.flatMap(({ type, when }) => item(type, when, style)),
    ),
    ...part(isNumpy ? "Notes" : "Note", notes?.length ? [[by, notes.join(" ")]] : []),
    ...part(
      isNumpy ? "Examples" : "Example",
      examples.flatMap(({ code }) => code.split("\n").map((line): Line => [by, line])),
    ),
  ];
}

/** Renders a name and its description; in NumPy style, deeper lines would begin a quotation. */
export const item = (name: string, text: string, style: DocStyle, by = 4): readonly Line[] =>
  style === "numpy"
    ? [[0, name], ...(text ? [[4, text] as Line] : [])]
    : [[by, text ? `${name}: ${text}` : `${name}:`, 4]];

/** NumPy puts the type first, if an annotation states it. */
const returnField = ({ text }: NonNullable<Addition["returns"]>, type: string | undefined): readonly Line[] =>
  type !== undefined && /^[^\n]{1,60}$/.test(type)
    ? [
        [0, type],
        [4, text],
      ]
    : [[4, text]];
