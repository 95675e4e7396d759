import { countryNamed, stateNamed } from "../knowledge/cities.ts";
import type { Mention } from "./mention.ts";

/** Joins `Boston` and `MA`, `Rome` and `Italy` to one place each; only names of states and countries are joined. */
export function joinPlaces(text: string, found: readonly Mention[]): readonly Mention[] {
  const joined: Mention[] = [];
  for (const mention of found) {
    const last = joined.at(-1);
    const between = last ? text.slice(last.end, mention.start) : "";
    const region = stateNamed(mention.text) !== undefined || countryNamed(mention.text) !== undefined;
    const wider =
      region &&
      last !== undefined &&
      !/,/.test(last.text.slice(0, -1).replace(/, [A-Z]{2}$/, "")) &&
      countryNamed(last.text) === undefined;
    if (last?.kind === "name" && mention.kind === "name" && /^,\s?$/.test(between) && wider)
      joined[joined.length - 1] = { ...last, text: text.slice(last.start, mention.end), end: mention.end };
    else joined.push(mention);
  }
  return joined;
}
