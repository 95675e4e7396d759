import { distance } from "../lib/index.ts";
import { ApiError } from "../messages/index.ts";
import { forwards } from "./forwards.ts";
import { guard } from "./guard/index.ts";
import type { Judge } from "./guard/judge.ts";
import { later } from "./later.ts";
import type { Model, ModelInfo } from "./model.ts";
import { answerOf } from "./whole.ts";

/**
 * Combines models: selects by `request.model`, lists all, each guarded. The first that lists a name gets it, then the
 * first that would accept it. An unknown name is ApiError not_found_error with the nearest known ones.
 * @param judge Validates the inputs of calls; without it they are validated synchronously.
 */
export function registry(models: readonly Model[], judge?: Judge): Model {
  const guarded = models.map((model) => (model.guarded ? model : guard(model, judge)));
  return {
    list: () => listAll(guarded),
    serves: (name) => guarded.some((model) => model.serves?.(name) ?? false),
    forwards: async (name) => forwards(await pick(guarded, name), name),
    stream: (request, context) =>
      later(async () => (await pick(guarded, request.model)).stream(request, context)),
    answer: async (request, context) => answerOf(await pick(guarded, request.model), request, context),
    countTokens: async (request) => (await pick(guarded, request.model)).countTokens(request),
    async close() {
      await Promise.all(guarded.map((model) => model.close()));
    },
  };
}

/** Lists what can be listed; throws only if nothing can. */
async function listAll(models: readonly Model[]): Promise<readonly ModelInfo[]> {
  const lists = await Promise.allSettled(models.map((model) => model.list()));
  const found = lists.flatMap((list) => (list.status === "fulfilled" ? list.value : []));
  const failed = lists.find((list) => list.status === "rejected");
  if (found.length === 0 && failed !== undefined) throw failed.reason;
  const first = new Map(found.toReversed().map((info) => [info.id, info] as const));
  return found.filter((info) => first.get(info.id) === info);
}

async function pick(models: readonly Model[], name: string): Promise<Model> {
  const known: string[] = [];
  let failed: unknown;
  for (const model of models) {
    try {
      const ids = (await model.list()).map(({ id }) => id);
      if (ids.includes(name)) return model;
      known.push(...ids);
    } catch (error) {
      failed = error; // another model may have the name
    }
  }
  const taker = models.find((model) => model.serves?.(name) ?? false);
  if (taker !== undefined) return taker;
  if (failed !== undefined) throw failed;
  throw unknownModel(name, known);
}

/** The error for a name that no model has, with the nearest known ones. */
export function unknownModel(name: string, known: readonly string[]): ApiError {
  const near = nearestFirst(name, known).slice(0, 3);
  const hint = near.length > 0 ? ` (the nearest known: ${near.join(", ")})` : "";
  return new ApiError("not_found_error", `model: ${name.slice(0, 256)}${hint}`);
}

const nearestFirst = (name: string, known: readonly string[]): readonly string[] =>
  known
    .map((id) => ({ id, away: distance(name.slice(0, 64), id) }))
    .toSorted((a, b) => a.away - b.away)
    .map(({ id }) => id);
