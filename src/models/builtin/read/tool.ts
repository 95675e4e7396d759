import type { ToolDefinition } from "../../../messages/index.ts";
import { groups } from "../fill/alike.ts";
import { stem } from "../../../language/index.ts";
import { content, words } from "../text/tokens.ts";
import { deedOf, effectOfVerb, isVerb, setting, verbOf, type Deed } from "./effect.ts";
import { leaves, type Parameter } from "./parameter.ts";

/** A parsed tool: its parameters, and the stems by which a request may refer to it. */
export interface Tool {
  readonly definition: ToolDefinition;
  readonly deed: Deed;
  readonly nameStems: readonly string[];
  readonly descriptionStems: readonly string[];
  readonly parameters: readonly Parameter[];
  /** All stems of its name, description, parameters and options. */
  readonly vocabulary: ReadonlySet<string>;
  /** The groups of synonyms of its vocabulary. */
  readonly groups: ReadonlySet<number>;
  /** The stems of its name, its parameters' names and the beginning of its description. */
  readonly stems: ReadonlySet<string>;
  /** The stems of its name and the beginning of its description. */
  readonly head: ReadonlySet<string>;
}

const cache = new Map<string, Tool>();

/** Parses a tool, with a cache: clients send the same tools with every request. */
export function readTool(definition: ToolDefinition): Tool {
  const key = JSON.stringify(definition);
  const known = cache.get(key);
  if (known) return known;
  if (cache.size >= 512) cache.clear();
  const tool = make(definition);
  if (key.length < 20_000) cache.set(key, tool);
  return tool;
}

/** The part of a description about what the tool does, without its optional parameters. */
const does = (description: string): string =>
  description
    .slice(0, 2000)
    .split(
      /\b(?:based on|filter(?:ed|ing|s)?|options?|optionally|including|whether|according to|considering)\b/i,
    )[0] ?? "";

/**
 * Adds verbs that request an option of an act: `decline` from a tool that answers invitations, `close` from one that
 * updates a state to `closed`.
 */
function withOptions(deed: Deed, parameters: readonly Parameter[]): Deed {
  if (deed.effect === "read") return deed;
  const isSetting = setting.test(deed.verbs[0]?.[0] ?? "");
  const options = parameters
    .filter(({ closed, required, type }) => closed && (required || isSetting) && type === "string")
    .flatMap(({ required, options }) =>
      options.flatMap((option) => {
        if (typeof option !== "string") return [];
        const base = isSetting && option.endsWith("ed") ? verbOf(option) : undefined;
        if (required && isVerb(option)) return [option];
        return base !== undefined && effectOfVerb(base) !== "read" ? [base] : [];
      }),
    );
  return options.length === 0 ? deed : { ...deed, verbs: [...deed.verbs, ...options.map((verb) => [verb])] };
}

function make(definition: ToolDefinition): Tool {
  const nameStems = words(definition.name).map(stem);
  const descriptionStems = content((definition.description ?? "").slice(0, 2000));
  const parameters = leaves(definition.input_schema, words(definition.name));
  const vocabulary = new Set([...nameStems, ...descriptionStems]);
  for (const parameter of parameters) {
    for (const word of [...parameter.nameStems, ...parameter.stems]) vocabulary.add(word);
    const members = parameter.item?.type === "object" ? leaves(parameter.item.schema) : [];
    for (const option of [parameter, ...members].flatMap(({ options }) => options))
      if (typeof option === "string") for (const word of content(option)) vocabulary.add(word);
  }
  const ownStems = new Set([
    ...nameStems,
    ...descriptionStems.slice(0, 24),
    ...parameters.flatMap((parameter) => parameter.nameStems),
  ]);
  const head = new Set([...nameStems, ...content(does(definition.description ?? "")).slice(0, 12)]);
  const related = new Set([...vocabulary].flatMap((word) => [...groups(word)]));
  return {
    definition,
    deed: withOptions(deedOf(definition), parameters),
    nameStems,
    descriptionStems,
    parameters,
    vocabulary,
    groups: related,
    stems: ownStems,
    head,
  };
}
