import {
  ApiError,
  collect,
  eventsOf,
  type AnswerBlock,
  type MessagesRequest,
  type MessagesResponse,
  type StreamEvent,
} from "../../messages/index.ts";
import { answerOf, forwards, passing, type CallContext, type Model } from "../../models/index.ts";
import type { Guardrail } from "./guardrail.ts";

export interface GuardedOptions {
  guardrails(): readonly Guardrail[];
  /** Called for requests that are refused before they are passed on. */
  refused(request: MessagesRequest, context: CallContext, error: ApiError): void;
}

/** Wraps a model with guardrails, applied in order. */
export function guarded(model: Model, { guardrails, refused }: GuardedOptions): Model {
  const admitted = (request: MessagesRequest, { all, context }: Admission): Promise<MessagesRequest> =>
    passed(request, { all, context }).catch((failure: unknown) => {
      const error = toApiError(failure);
      if (error instanceof ApiError) refused(request, context, error);
      throw error;
    });
  async function* behind(request: MessagesRequest, admission: Admission): AsyncGenerator<StreamEvent> {
    const { all, context } = admission;
    const events = model.stream(await admitted(request, admission), context);
    yield* checksAnswers(all) ? byBlock(events, all) : events;
  }
  return {
    ...passing(model),
    // Fields that are unknown here can't be checked.
    forwards: async (name) => guardrails().length === 0 && forwards(model, name),
    countTokens: async (request) =>
      model.countTokens(await passed(request, { all: guardrails() }).catch(refuse)),
    stream(request, context) {
      const all = guardrails();
      return all.length === 0 ? model.stream(request, context) : behind(request, { all, context });
    },
    async answer(request, context): Promise<MessagesResponse> {
      const all = guardrails();
      const answer = await answerOf(model, await admitted(request, { all, context }), context);
      if (!checksAnswers(all)) return answer;
      const content: AnswerBlock[] = [];
      for (const block of answer.content) content.push(await checked(block, all));
      return { ...answer, content };
    },
  };
}

interface Admission {
  readonly all: readonly Guardrail[];
  readonly context: CallContext;
}

const checksAnswers = (all: readonly Guardrail[]): boolean => all.some(({ after }) => after !== undefined);

/** The request after all guardrails; a header names those that changed it. */
async function passed(
  request: MessagesRequest,
  { all, context }: Pick<Admission, "all"> & Partial<Admission>,
): Promise<MessagesRequest> {
  const changing: string[] = [];
  let current = request;
  for (const guardrail of all) {
    const next = (await guardrail.before?.(current)) ?? current;
    if (next !== current) changing.push(guardrail.name);
    current = next;
  }
  if (changing.length > 0) context?.header?.("antiphon-guardrails", changing.join(", "));
  return current;
}

async function checked(block: AnswerBlock, all: readonly Guardrail[]): Promise<AnswerBlock> {
  let current = block;
  try {
    for (const guardrail of all) current = (await guardrail.after?.(current)) ?? current;
  } catch (failure) {
    refuse(failure);
  }
  return current;
}

/**
 * Rebuilds the stream block by block from what was checked, so that nothing unchecked is sent. The text of a call
 * that was cut short isn't sent as its input.
 */
async function* byBlock(
  events: AsyncIterable<StreamEvent>,
  all: readonly Guardrail[],
): AsyncGenerator<StreamEvent> {
  let start: Extract<StreamEvent, { readonly type: "message_start" }> | undefined;
  let pending: StreamEvent[] = [];
  for await (const event of events) {
    if (event.type === "message_start") start = event;
    if (event.type === "content_block_start" || event.type === "content_block_delta") pending.push(event);
    else if (event.type !== "content_block_stop" || !start) yield event;
    else {
      const { index } = event;
      const answer = await collect([start, ...pending, event, { type: "message_stop" }]);
      const block = answer.content[index];
      pending = [];
      if (block) yield* eventsOfBlock(await checked(block, all), { answer, index });
    }
  }
}

interface Standing {
  readonly answer: MessagesResponse;
  readonly index: number;
}

function* eventsOfBlock(block: AnswerBlock, { answer, index }: Standing): Generator<StreamEvent> {
  for (const event of eventsOf({ ...answer, content: [block] }))
    if ("index" in event) yield { ...event, index };
}

/** An Error of a user's guardrail becomes a refusal with its message; subclasses such as TypeError are bugs. */
function toApiError(failure: unknown): unknown {
  const isRefusal = failure instanceof Error && failure.name === "Error";
  return isRefusal && !(failure instanceof ApiError)
    ? new ApiError("permission_error", failure.message.slice(0, 500), { cause: failure })
    : failure;
}

function refuse(failure: unknown): never {
  throw toApiError(failure);
}
