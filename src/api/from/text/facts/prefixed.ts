import type { ResourceDraft } from "../draft.ts";
import { items } from "../words/lists.ts";
import { type State, knownIn, open } from "../state.ts";

/** A part of a list, and the record that its first word names. */
interface Prefixed {
  readonly owner: string | undefined;
  readonly text: string;
}

function read(state: State, part: string): Prefixed {
  const [, noun = "", text = ""] = /^(?:and )?(?:the |an? )?([a-z]+) ([a-z].*)$/is.exec(part) ?? [];
  const owner = noun === "" || /s$/i.test(noun) ? undefined : knownIn(state, noun);
  // `troop fk`: a key of the record before
  const isKey = /^(?:fk|ref)\b/i.test(text);
  return owner === undefined || text === "" || isKey ? { owner: undefined, text: part } : { owner, text };
}

/**
 * `album title, photo url, caption`: a list whose names tell whose they are, each part with its record; undefined where
 * a list is of one record alone.
 */
export function prefixed(
  state: State,
  resource: ResourceDraft,
  text: string,
): readonly { readonly resource: ResourceDraft; readonly text: string }[] | undefined {
  const parts = items(text).map((part) => read(state, part));
  const owners = new Set(parts.flatMap(({ owner }) => owner ?? []));
  if (owners.size < 2 || parts[0]?.owner !== resource.name || !owners.has(resource.name)) return undefined;
  let own = resource;
  return parts.map(({ owner, text: said }) => {
    if (owner !== undefined) own = open(state, owner);
    return { resource: own, text: said };
  });
}
