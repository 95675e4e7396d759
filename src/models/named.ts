import type { CallContext, Model } from "./model.ts";
import { passing } from "./passing.ts";

/** Wraps a model to record its upstream's name for every request. */
export function named(upstream: string, model: Model): Model {
  const { guarded, invalidCalls, answer } = model;
  const note = ({ trace }: CallContext): void => {
    if (trace) trace.upstream = upstream;
  };
  return {
    ...passing(model),
    ...(guarded && { guarded }),
    ...(invalidCalls && { invalidCalls }),
    stream(request, context) {
      note(context);
      return model.stream(request, context);
    },
    ...(answer && {
      answer(request, context) {
        note(context);
        return answer.call(model, request, context);
      },
    }),
  };
}
