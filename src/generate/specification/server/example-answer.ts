import { sampleOf } from "../../../api/index.ts";
import { mediaKind } from "../model.ts";
import type { Served, ServerModel } from "./model.ts";

/** Returns the document's example of an operation's response, or a sample of its schema. */
export function exampleAnswer(
  { operation }: Served,
  { model }: ServerModel,
): { readonly status: number; readonly body?: unknown } {
  const [key, response] = Object.entries(operation.responses).find(([status]) => status.startsWith("2")) ??
    Object.entries(operation.responses)[0] ?? ["200", undefined];
  const status = /^\d+$/.test(key) ? Number(key) : 200;
  const [type, media] =
    Object.entries(response?.content ?? {}).find(([name]) => mediaKind(name) === "json") ?? [];
  const body =
    type === undefined
      ? undefined
      : (media?.example ??
        sampleOf(model.spec, media?.schema ?? {}, operation.operationId, { direction: "output" }));
  return body === undefined ? { status } : { status, body };
}
