/** Definitions, and what a person may change of one from one day to the next. */
import * as fc from "fast-check";
import { definitionFromYaml, type ApiDefinition } from "../../../src/api/index.ts";

/** Field by name, in the notation of definitions. */
export interface Draft {
  readonly fields: Readonly<Record<string, string>>;
  readonly relations: Readonly<Record<string, string>>;
  /** The name of the resource before. */
  readonly was?: string;
}

/** Resource by name. */
export type Drafts = Readonly<Record<string, Draft>>;

const resources = ["Alder", "Birch", "Cedar", "Douglas"];
const fields = ["amber", "blue", "coral", "dun", "ecru"];
const kinds = [
  "string",
  "string required",
  "string unique",
  "string 1..40 = plain",
  "string ..6",
  "text",
  "integer",
  "integer 0..100 = 7",
  "number",
  "decimal(8, 2)",
  "decimal(8, 2) required",
  "decimal(6, 3) 0..",
  "boolean = false",
  "date",
  "datetime",
  "enum(oak, elm, ash) = elm",
  "enum(oak, elm)",
  "json",
  "string[]",
  "string[] required",
  "string[] ..1",
  "integer[]",
  "enum(oak, elm)[]",
  "integer required 0..9",
  "text required",
  "email required",
  "datetime required",
  "boolean required",
  "uuid",
];
const relations = [
  "belongs to %, optional",
  "belongs to %, optional, on delete cascade",
  "belongs to %, optional, on delete restrict",
  "many to many %",
];

type Change = (drafts: Drafts) => Drafts;

const within =
  (name: string, change: (draft: Draft) => Draft): Change =>
  (drafts) => {
    const draft = drafts[name];
    return draft ? { ...drafts, [name]: change(draft) } : drafts;
  };

const resource = fc.constantFrom(...resources);
const field = fc.constantFrom(...fields);
const kind = fc.constantFrom(...kinds);

const without = <T>(record: Readonly<Record<string, T>>, name: string): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));

const put = fc
  .tuple(resource, field, kind)
  .map(([name, key, text]) =>
    within(name, (draft) => ({ ...draft, fields: { ...draft.fields, [key]: text } })),
  );

const drop = fc
  .tuple(resource, field)
  .map(([name, key]) => within(name, (draft) => ({ ...draft, fields: without(draft.fields, key) })));

const rename = fc.tuple(resource, field, field).map(([name, from, to]) =>
  within(name, (draft) => {
    const text = draft.fields[from];
    if (text === undefined || draft.fields[to] !== undefined) return draft;
    // A default ends a field's text.
    const [plain = "", ...value] = text.replace(/ was\(\w+\)/, "").split(/(?= = )/);
    return {
      ...draft,
      fields: { ...without(draft.fields, from), [to]: `${plain} was(${from})${value.join("")}` },
    };
  }),
);

const relate = fc.tuple(resource, resource, fc.constantFrom(...relations)).map(([name, other, text]) =>
  within(name, (draft) => ({
    ...draft,
    relations: { ...draft.relations, [`to${other}`]: text.replace("%", other) },
  })),
);

const part = fc
  .tuple(resource, resource)
  .map(([name, other]) =>
    within(name, (draft) => ({ ...draft, relations: without(draft.relations, `to${other}`) })),
  );

const plant = resource.map(
  (name): Change =>
    (drafts) =>
      drafts[name] ? drafts : { ...drafts, [name]: { fields: { name: "string required" }, relations: {} } },
);

const fell = resource.map(
  (name): Change =>
    (drafts) =>
      Object.keys(drafts).length > 1 ? without(drafts, name) : drafts,
);

const rechristen = fc.tuple(resource, resource).map(([from, to]): Change => (drafts) => {
  const { [from]: draft, ...others } = drafts;
  if (!draft || drafts[to]) return drafts;
  const led = (relations: Draft["relations"]): Draft["relations"] =>
    Object.fromEntries(
      Object.entries(relations).map(([key, text]) =>
        key === `to${from}` ? [`to${to}`, text.replace(from, to)] : [key, text],
      ),
    );
  return Object.fromEntries(
    Object.entries({ ...others, [to]: { ...draft, was: from } }).map(([name, one]) => [
      name,
      { ...one, relations: led(one.relations) },
    ]),
  );
});

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: put },
  { weight: 2, arbitrary: drop },
  { weight: 3, arbitrary: rename },
  { weight: 2, arbitrary: relate },
  { weight: 1, arbitrary: part },
  { weight: 1, arbitrary: plant },
  { weight: 1, arbitrary: fell },
  { weight: 2, arbitrary: rechristen },
);

const first: Drafts = {
  Alder: { fields: { name: "string required", amber: "string", blue: "integer" }, relations: {} },
  Birch: {
    fields: { name: "string required unique", coral: "date" },
    relations: { toAlder: "belongs to Alder, optional" },
  },
};

/** As a person would write it. */
export function yamlOf(drafts: Drafts): string {
  const known = new Set(Object.keys(drafts));
  const yaml = Object.entries(drafts).map(([name, draft]) => {
    const members = (title: string, texts: Readonly<Record<string, string>>): string =>
      [
        `    ${title}:`,
        ...Object.entries(texts).map(([key, text]) => `      ${key}: ${JSON.stringify(text)}`),
      ].join("\n");
    // What leads to a resource that was felled goes with it.
    const led = Object.fromEntries(
      Object.entries(draft.relations).filter(([key]) => known.has(key.replace(/^to/, ""))),
    );
    return [
      `  ${name}:`,
      ...(draft.was === undefined ? [] : [`    was: ${draft.was}`]),
      members("fields", draft.fields),
      ...(Object.keys(led).length ? [members("relations", led)] : []),
    ].join("\n");
  });
  return `title: Trees\nresources:\n${yaml.join("\n")}\n`;
}

export const definitionOf = (drafts: Drafts): ApiDefinition =>
  definitionFromYaml(yamlOf(drafts), "trees.yaml");

/** Without renames that are refused: of what was made on the same day, or whose old name is taken again on it. */
function truthful(before: Drafts, drafts: Drafts): Drafts {
  const entries = Object.entries(drafts).map(([name, { was, ...draft }]): [string, Draft] => {
    const isKnown =
      before[name] !== undefined || (was !== undefined && before[was] !== undefined && !drafts[was]);
    const old = before[name] ?? before[was ?? ""];
    const known = Object.entries(draft.fields).map(([key, text]): [string, string] => {
      const from = / was\((\w+)\)/.exec(text)?.[1] ?? key;
      const isFree = old?.fields[from] !== undefined && draft.fields[from] === undefined;
      const isThere = old?.fields[key] !== undefined || isFree;
      return [key, isThere ? text : text.replace(/ was\(\w+\)/, "")];
    });
    return [name, { ...draft, fields: Object.fromEntries(known), ...(was && isKnown ? { was } : {}) }];
  });
  return Object.fromEntries(entries);
}

/** The history of a definition: each day some changes more. */
export const histories = (days: number): fc.Arbitrary<readonly Drafts[]> =>
  fc
    .array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: days, maxLength: days })
    .map((all) => {
      const known = [first];
      for (const changes of all) {
        const before = known.at(-1) ?? first;
        known.push(
          truthful(
            before,
            changes.reduce((drafts, one) => one(drafts), before),
          ),
        );
      }
      return known;
    });
