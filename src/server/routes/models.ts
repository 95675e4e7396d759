import { unknownModel, type Model, type ModelInfo } from "../../models/index.ts";
import { pageSize } from "../gateway/admin.ts";
import { json, type Call, type Route } from "../route.ts";
import type { Served } from "./messages.ts";

/** An entry with the fields of both protocols, Anthropic's and OpenAI's. */
const modelEntry = ({ id, display_name, context_window }: ModelInfo): object => ({
  type: "model",
  object: "model",
  id,
  display_name,
  created_at: "1970-01-01T00:00:00Z", // unknown: the value that clients expect then
  created: 0,
  owned_by: "antiphon",
  max_input_tokens: context_window,
});

/** Clients of the Messages API send their version and read pages; others, like OpenAI's, expect the whole list. */
const defaultLimit = ({ headers }: Call): number => (headers["anthropic-version"] === undefined ? 1000 : 20);

/** Lists the models that the caller may use. */
const listed = async (model: Model, { caller }: Call): Promise<readonly ModelInfo[]> =>
  (await model.list()).filter(({ id }) => caller?.may?.("model", id) ?? true);

/** `GET /v1/models`, paged by `limit`, `after_id` and `before_id`. */
export const listModels = ({ model }: Served): Route => ({
  method: "GET",
  path: "/v1/models",
  access: "use",
  endpoint: "models",
  async handle(call) {
    const query = new URLSearchParams(call.query);
    const all = await listed(model, call);
    const limit = pageSize(query, defaultLimit(call));
    const place = (name: string): number => all.findIndex(({ id }) => id === query.get(name));
    const before = query.has("before_id") ? Math.max(0, place("before_id")) : all.length;
    const start = query.has("before_id") ? Math.max(0, before - limit) : place("after_id") + 1;
    const page = all.slice(start, Math.min(before, start + limit));
    return json({
      object: "list",
      data: page.map(modelEntry),
      has_more: query.has("before_id") ? start > 0 : start + page.length < all.length,
      first_id: page[0]?.id ?? null,
      last_id: page.at(-1)?.id ?? null,
    });
  },
});

/** `GET /v1/models/{id}`; for an unknown id, the error suggests the nearest name. */
export const getModel = ({ model }: Served): Route => ({
  method: "GET",
  path: "/v1/models/{id}",
  access: "use",
  endpoint: "models",
  async handle(call) {
    const { id = "" } = call.params;
    const all = await listed(model, call);
    const found = all.find((info) => info.id === id);
    if (found) return json(modelEntry(found));
    const known = all.map((info) => info.id);
    throw unknownModel(id, known);
  },
});
