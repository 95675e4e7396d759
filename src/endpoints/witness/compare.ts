import type { Route } from "../frameworks/contract.ts";
import type { Form } from "./forms.ts";

/** Registrations found by syntax, compared with the endpoints found by following the program. */
export interface Registrations {
  readonly total: number;
  /** Those that lead to no endpoint found. */
  readonly missed: readonly Form[];
}

/**
 * Compares forms with routes. A form is covered if a route is registered or answered within its lines.
 * @param foreign Registrations of packages, none of which were followed.
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
