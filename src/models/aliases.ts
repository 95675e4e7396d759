import { inTable } from "../lib/index.ts";
import type { MessagesRequest } from "../messages/index.ts";
import { forwards } from "./forwards.ts";
import type { Model } from "./model.ts";

/** Serves a model under further names: a request for an alias is sent with the name that the alias maps to. */
export function withAliases(model: Model, aliases: Readonly<Record<string, string>> = {}): Model {
  const names = Object.keys(aliases);
  if (names.length === 0) return model;
  const meant = (request: MessagesRequest): MessagesRequest => ({
    ...request,
    model: inTable(aliases, request.model) ?? request.model,
  });
  const answer = model.answer?.bind(model);
  return {
    async list() {
      const all = await model.list();
      return [
        ...all,
        ...names.map((id) => ({
          id,
          display_name: id,
          context_window: (all.find((info) => info.id === aliases[id]) ?? all[0])?.context_window ?? 0,
        })),
      ];
    },
    serves: (name) => names.includes(name) || (model.serves?.(name) ?? false),
    forwards: (name) => forwards(model, inTable(aliases, name) ?? name),
    stream: (request, context) => model.stream(meant(request), context),
    ...(answer && { answer: (request, context) => answer(meant(request), context) }),
    countTokens: (request) => model.countTokens(meant(request)),
    close: () => model.close(),
  };
}
