import { expect, it } from "vitest";
import { readText } from "./read.ts";
import { withoutPurpose } from "./purpose.ts";

it.each([
  ["I need an app to track my runs (day, km)", "runs (day, km)"],
  ["please make an API that manages vans and drivers", "vans and drivers"],
  ["we want to keep track of our vinyl records", "vinyl records"],
  ["log climbing routes", "climbing routes"],
  ["Track: title, artist", "Track: title, artist"],
  ["store manager", "store manager"],
  ["A van has a plate", "A van has a plate"],
])("what is asked for by “%s” is %s", (text, stored) => expect(withoutPurpose(text)).toBe(stored));

it.each([
  ["dog walking business: walkers, dogs, walks", ["Walker", "Dog", "Walk"]],
  ["api for my band's gigs and setlists", ["Gig", "Setlist"]],
  ["simple crm w/ contacts, companies and deals", ["Contact", "Company", "Deal"]],
  ["members can reserve courts", ["Member", "Court"]],
  ["we have drivers, they drive trips, each trip has a start and an end", ["Driver", "Trip"]],
])("few words name what is kept: %s", (text, names) =>
  expect(readText(text).resources.map(({ name }) => name)).toEqual(names),
);
