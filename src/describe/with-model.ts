import { stemsOf } from "../language/index.ts";
import { join, lostFrom, type ApiDefinition, type Reading } from "../api/index.ts";

/** Whether a name and a text have a word in common, in any form. */
const shares = (name: string, stems: ReadonlySet<string>): boolean =>
  [...stemsOf(name)].some((stem) => stems.has(stem));

/** The names in a definition, such as `Book` or `Book.publisher`. */
const factsOf = ({ resources }: ApiDefinition): readonly (readonly [path: string, name: string])[] =>
  resources.flatMap(({ name, fields, actions }) => [
    [name, name] as const,
    ...[...fields, ...actions].map((member) => [`${name}.${member.name}`, member.name] as const),
  ]);

/** The words of a model's facts and notes. Titles, descriptions and keys are no facts: they may repeat the description. */
const shownIn = ({ api, assumed, ignored }: Reading): ReadonlySet<string> => {
  const others = api.resources.flatMap(({ fields, relations }) => [
    ...relations.map(({ name }) => name),
    ...fields.flatMap(({ schema }) => (schema.enum ?? []).map(String)),
  ]);
  return stemsOf([...factsOf(api).map(([, name]) => name), ...others, ...assumed, ...ignored].join("\n"));
};

/**
 * A model's reading of a description, plus what it lost of the reading by rules, and a note on what no word of the
 * description supports.
 */
export function withModel(text: string, definition: ApiDefinition | undefined, model: Reading): Reading {
  const shownStems = shownIn(model);
  const lost = definition && lostFrom(definition, model.api, (name) => !shares(name, shownStems));
  const stems = stemsOf(text);
  const invented = factsOf(model.api)
    .filter(([, name]) => !shares(name, stems))
    .map(([path]) => path);
  return {
    api: lost ? join(lost, model.api) : model.api,
    assumed: [
      ...new Set(model.assumed),
      ...(invented.length
        ? [`The model's own, as no word of the description says it: ${invented.join(", ")}.`]
        : []),
      ...(lost
        ? [`Left out by the model, and read without it: ${namesIn(lost, model.api).join(", ")}.`]
        : []),
    ],
    ignored: [...new Set(model.ignored)],
  };
}

/** What was added to the model's reading: new resources, and new members of existing ones. */
function namesIn(lost: ApiDefinition, model: ApiDefinition): readonly string[] {
  const known = new Set(model.resources.map(({ name }) => name));
  return factsOf(lost)
    .filter(([path, name]) => (path === name ? !known.has(name) : known.has(path.split(".")[0] ?? "")))
    .map(([path]) => path);
}
