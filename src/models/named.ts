import type { CallContext, Model } from "./model.ts";
import { passing } from "./passing.ts";

/** A model that writes its upstream's name down for every request that it is asked. */
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
