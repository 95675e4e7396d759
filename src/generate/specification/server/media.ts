import type { SpecMedia, SpecOperation, SpecSchema } from "../../../api/index.ts";
import { jsonParts } from "../encodings.ts";
import { mediaKind, resolved, typesOf, type Model } from "../model.ts";
import { isSingle, shapeOf, type Shape } from "./shape.ts";

/** How a server reads a body of one media type. */
export interface ReadMedia {
  readonly as: "json" | "text" | "form" | "multipart" | "binary" | "any";
  readonly isForm: boolean;
  /** Its schema; of a form in place, since a named schema doesn't know that its files are Blobs. */
  readonly inline: SpecSchema | undefined;
  /** Whether its values are parsed and can be checked. */
  readonly isChecked: boolean;
  /** Members of a form that are JSON though they hold single values. */
  readonly json: readonly string[];
}

/** @param shape how a schema's values are read, if not as the document has them */
export function readMedia(
  type: string,
  media: SpecMedia,
  model: Model,
  shape = (schema: SpecSchema): Shape => shapeOf(schema, model),
): ReadMedia {
  const kind = mediaKind(type);
  const as = kind === "events" || kind === "lines" ? "text" : kind;
  const isForm = as === "form" || as === "multipart";
  const inline = isForm ? resolved(model.spec, media.schema) : media.schema;
  // Texts that are scalars are parsed as such; other types can't be parsed from text.
  const isTextual =
    as === "text" &&
    ((inline !== undefined && isSingle(shape(inline))) ||
      typesOf(resolved(model.spec, inline) ?? {}).includes("string"));
  const json = jsonParts(media, type, model.spec).filter(
    (name) => typeof shape(inline?.properties?.[name] ?? {}) === "string",
  );
  return {
    as,
    isForm,
    inline,
    isChecked: inline !== undefined && (as === "json" || isForm || isTextual),
    json,
  };
}

/** Returns the media type of an operation's answer by status: JSON, else the first. */
export const answersOf = ({ responses }: SpecOperation): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(responses).flatMap(([status, { content }]) => {
      const types = Object.keys(content);
      const type = types.find((item) => mediaKind(item) === "json") ?? types[0];
      return type === undefined || type.includes("*") ? [] : [[status, type]];
    }),
  );
