import type { Route } from "../frameworks/contract.ts";
import type { Form } from "./forms.ts";

/** What is registered by its form, against what following the program found. */
export interface Registrations {
  readonly total: number;
  /** Those that lead to no endpoint which was found. */
  readonly missed: readonly Form[];
}

/**
 * Compares forms with routes: one of them is followed where a route is registered, or answered, in its lines.
 * @param foreign What of packages is registered: none of it was followed, whatever form it has.
 */
export function compareWithForms(
  routes: readonly Route[],
  forms: readonly Form[],
  foreign: readonly Form[],
): Registrations {
  const places = new Map<string, Set<number>>();
  for (const { file, at, handler, registered } of routes)
    for (const place of [{ file, at }, handler, registered])
      if (place) places.set(place.file, (places.get(place.file) ?? new Set()).add(place.at));
  const isFollowed = ({ file, at, end }: Form): boolean =>
    [...(places.get(file) ?? [])].some((place) => place >= at && place <= end);
  const isForeign = ({ file, at, end }: Form): boolean =>
    foreign.some((form) => form.file === file && form.at >= at && form.at <= end);
  const all = [...forms.filter((form) => !isForeign(form)), ...foreign];
  const named = new Map(all.map((form) => [`${form.file}:${form.end}`, form]));
  const distinct = [...named.values()];
  return { total: distinct.length, missed: distinct.filter((form) => !isFollowed(form)) };
}
