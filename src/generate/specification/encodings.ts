import type {
  Spec,
  SpecEncoding,
  SpecMedia,
  SpecOperation,
  SpecParameter,
  SpecSchema,
} from "../../api/index.ts";
import { isRange, mediaKind, resolved, typesOf } from "./model.ts";

/**
 * Whether a string contains encoded bytes, whose default media type is binary: OpenAPI 3.0.4 and 3.1.1, Encoding
 * Object, `contentType`.
 */
const isEncoded = (schema: SpecSchema | undefined): boolean =>
  schema !== undefined &&
  typesOf(schema).includes("string") &&
  (schema.format === "byte" || schema.contentEncoding !== undefined);

/** Returns how members of a form are sent, if not in the default way: by a style or as a media type. */
export function encodingsOf(
  type: string,
  media: SpecMedia,
  spec: Spec,
): readonly (readonly [string, SpecEncoding])[] {
  const members =
    mediaKind(type) === "multipart" ? Object.entries(resolved(spec, media.schema)?.properties ?? {}) : [];
  const implied = members.flatMap(([name, schema]): readonly (readonly [string, SpecEncoding])[] => {
    const found = resolved(spec, schema);
    const item = found?.items ? resolved(spec, found.items) : found;
    return isEncoded(item) ? [[name, { contentType: "application/octet-stream" }]] : [];
  });
  const named = Object.entries(media.encoding ?? {}).flatMap(
    ([name, { contentType, ...encoding }]): readonly (readonly [string, SpecEncoding])[] => {
      const first = contentType?.split(",").find((one) => !isRange(one));
      if (encoding.style === undefined && first === undefined) return [];
      return [[name, first === undefined ? encoding : { ...encoding, contentType: first.trim() }]];
    },
  );
  return [...new Map([...implied, ...named])];
}

/** Returns the members of a form that are sent as JSON, whatever their type. */
export const jsonParts = (media: SpecMedia, type: string, spec: Spec): readonly string[] =>
  encodingsOf(type, media, spec).flatMap(([name, { style, contentType = "" }]) =>
    style === undefined && /json/i.test(contentType) ? [name] : [],
  );

/** Returns how servers parse members of a form that are sent by a style. */
export const styledParts = (
  media: SpecMedia,
  type: string,
  spec: Spec,
): Readonly<Record<string, Pick<SpecEncoding, "style" | "explode" | "inner">>> =>
  Object.fromEntries(
    encodingsOf(type, media, spec).flatMap(([name, { style, explode = true, inner }]) =>
      style === undefined ? [] : [[name, { style, explode, ...(inner === undefined ? {} : { inner }) }]],
    ),
  );

/** Returns what callers set of an operation besides its body: its parameters, and headers of parts of its body. */
export function parametersOf({ parameters, requestBody }: SpecOperation): readonly SpecParameter[] {
  const encodings = Object.values(requestBody?.content ?? {}).flatMap(({ encoding = {} }) =>
    Object.values(encoding),
  );
  const headers = encodings.flatMap(({ headers = [] }) => headers);
  if (headers.length === 0) return parameters;
  // Several media types may have the same headers.
  const unique = new Map(headers.map((header) => [`${header.part} ${header.name.toLowerCase()}`, header]));
  return [...parameters, ...unique.values()];
}
