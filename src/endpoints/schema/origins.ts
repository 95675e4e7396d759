import type { Machine, Run, Value } from "../evaluate/types.ts";
import { each } from "../evaluate/value.ts";

/** A part of a request, and the place in the program that describes it. */
export interface Origin {
  readonly part: "body" | "query";
  readonly file: string;
  /** Offset of the class, or of the last call of a builder. */
  readonly at: number;
}

type Place = Pick<Origin, "file" | "at">;

function placesOf(schema: Value, m: Machine): readonly Place[] {
  return each(schema).flatMap((value): readonly Place[] => {
    if (value.kind === "class") return [{ file: value.cls.file, at: value.cls.at }];
    if (value.kind === "external" && value.args?.file) return [{ file: value.args.file, at: value.args.at }];
    // an annotation of Python
    const meant =
      value.kind === "shape" && value.of.kind === "name" ? m.lookup(value.of.name, value.scope) : undefined;
    return meant?.kind === "class" ? placesOf(meant, m) : [];
  });
}

/** The places of the schemas that validate a request's whole body or query. */
export function originsOf({ checked }: Run, m: Machine): readonly Origin[] {
  const found = checked.flatMap(({ part, path, schema }) =>
    path.length === 0 && (part === "body" || part === "query")
      ? placesOf(schema, m).map((place): Origin => ({ part, ...place }))
      : [],
  );
  return [...new Map(found.map((origin) => [`${origin.part} ${origin.file} ${origin.at}`, origin])).values()];
}
