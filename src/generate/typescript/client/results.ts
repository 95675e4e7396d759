import type { SpecMedia } from "../../../api/index.ts";
import { eventData } from "../../specification/events.ts";
import { mediaKind, type Model } from "../../specification/model.ts";
import { typeText, type TypeContext } from "./types.ts";

export const context = (model: Model, direction: "input" | "output", binary = false): TypeContext => ({
  model,
  direction,
  prefix: "m.",
  binary,
});

export function resultType(model: Model, type: string, media: SpecMedia): string {
  const kind = mediaKind(type);
  const schema = media.schema;
  if (kind === "events") return `AsyncGenerator<ServerSentEvent<${eventType(model, media)}>>`;
  if (kind === "lines") return `AsyncGenerator<${eventType(model, media)}>`;
  if (kind === "json" || kind === "any")
    return schema ? typeText(schema, context(model, "output")) : "unknown";
  return kind === "text" || kind === "form" || kind === "multipart" ? "string" : "Response";
}

export const eventType = (model: Model, media: SpecMedia): string => {
  const schema = eventData(media, model.spec);
  return schema ? typeText(schema, context(model, "output")) : "unknown";
};

export const distinct = (types: readonly string[]): string => {
  const unique = [...new Set(types)];
  return unique.includes("unknown")
    ? "unknown"
    : unique.map((type) => (unique.length > 1 && / [|&] /.test(type) ? `(${type})` : type)).join(" | ");
};
