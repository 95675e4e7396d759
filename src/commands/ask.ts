import type { Message } from "../messages/index.ts";
import { type Reported, show } from "../report/index.ts";
import { compacted, conversation, type Session } from "../session/index.ts";
import { data, type DataOf, inTable } from "../lib/index.ts";
import { agent, noModel, troubles } from "./agent.ts";
import { command } from "./command.ts";

/** Share of the context window after which older turns are summarised. */
const full = 0.8;

const answerData = data.object({
  answer: data.text("The model's words"),
  input_tokens: data.count(),
  output_tokens: data.count(),
  tool_calls: data.count(),
  stopped: data.orNull(data.text("Why the answer isn't whole")),
});

export default command({
  summary: "Talk with the model about this project; it asks before it writes or runs anything",
  argument: {
    name: "text",
    summary: "a question or a request",
    required: true,
    example: "Explain src/app.ts",
  },
  flags: {},
  shell: true,
  data: answerData,
  async run({ argument }, context) {
    const { session, signal } = context;
    if (!session.model) throw noModel();
    const message: Message = { role: "user", content: argument };
    const past = await fitting(session, message);
    const outcome = await agent({ messages: [...past, message], may: "run" }, context);
    signal.throwIfAborted();
    await session.journal.append({ type: "turn", messages: outcome.messages.slice(past.length) });
    return report(argument, outcome, past.length);
  },
});

/** Returns the conversation so far; older turns are summarised when the model's window is nearly full. */
async function fitting(session: Session, message: Message): Promise<readonly Message[]> {
  const past = await conversation(session.journal.read());
  const { model, settings, note } = session;
  const window = (await session.models()).find(({ id }) => id === settings.model)?.context_window;
  if (!model || window === undefined || past.length === 0) return past;
  const { input_tokens } = await model.countTokens({
    model: settings.model,
    max_tokens: 1,
    messages: [...past, message],
  });
  if (input_tokens < window * full) return past;
  const entry = compacted(past);
  if (!entry) return past;
  await session.journal.append(entry);
  note(
    "The conversation fills the model's window: its older turns are summed up. The journal keeps them whole.",
  );
  return conversation(session.journal.read());
}

const callsOf = (messages: readonly Message[]): number =>
  messages.flatMap(({ role, content }) =>
    role === "assistant" && typeof content !== "string"
      ? content.filter(({ type }) => type === "tool_use")
      : [],
  ).length;

type Outcome = Awaited<ReturnType<typeof agent>>;

function report(
  title: string,
  { messages, stopped, usage }: Outcome,
  past: number,
): Reported<DataOf<typeof answerData>> {
  const content = messages.at(-1)?.content ?? "";
  const text =
    typeof content === "string"
      ? content
      : content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n\n");
  const calls = callsOf(messages.slice(past));
  const ended = stopped === "end_turn" || stopped === "stop_sequence";
  const why = ended ? undefined : (inTable(troubles, String(stopped)) ?? String(stopped));
  return {
    title: title.length > 60 ? `${title.slice(0, 59)}…` : title,
    outcome: ended ? "done" : "failed",
    data: {
      answer: text,
      input_tokens: usage.input_tokens,
      output_tokens: usage.output_tokens,
      tool_calls: calls,
      stopped: why ?? null,
    },
    sections: [
      show.section("answer", "", [show.answer(text)], { voice: "model" }),
      show.section("usage", "", [
        show.facts({
          "input tokens": usage.input_tokens,
          "output tokens": usage.output_tokens,
          "tool calls": calls,
          ...(why !== undefined && { stopped: why }),
        }),
      ]),
    ],
  };
}
