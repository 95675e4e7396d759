import { data, placeData, toPlace, type DataOf } from "../../lib/index.ts";
import type { Draft } from "./draft.ts";

export const featureData = data.object({
  plan: data.text("The path of the plan that was written"),
  places: data.list(
    data.object({
      path: data.text(),
      declarations: data.list(data.object({ name: data.text(), place: placeData })),
      callers: data.count(),
      tests: data.list(data.text()),
      size: data.choice(["S", "M", "L"]),
    }),
    "Files that it most likely touches, the best first",
  ),
  documents: data.list(data.text()),
  carried_out: data.orNull(
    data.choice(["done", "failed", "declined"]),
    "How carrying out the plan ended; null where it was only written",
  ),
});

export const dataOf = (draft: Draft, plan: string): DataOf<typeof featureData> => ({
  plan,
  places: draft.places.map(({ file, symbols, callers, tests, size }) => ({
    path: file,
    declarations: symbols.map(({ declaration, line }) => ({
      name: declaration.name,
      place: toPlace(file, line),
    })),
    callers,
    tests,
    size,
  })),
  documents: draft.documents,
  carried_out: null,
});
