import { useState } from "preact/hooks";
import { Answer } from "./answer.tsx";
import { useData } from "./parts.tsx";

interface Body {
  readonly text: string;
  readonly bytes: number;
}
export interface WithBodies {
  readonly request: Body | null;
  readonly answer: Body | null;
}
interface Turn {
  readonly role: string;
  readonly content: unknown;
}
interface Conversation {
  readonly body: Readonly<Record<string, unknown>>;
  readonly turns: readonly Turn[];
}

/** Returns the recorded turns of a request including its answer, or the reason why it can't be replayed. */
function conversationOf({ request, answer }: WithBodies): Conversation | string {
  if (!request) return "Its bodies were not kept.";
  try {
    const body = JSON.parse(request.text) as Conversation["body"]; // as the gateway recorded it
    const { messages } = body as { readonly messages?: readonly Turn[] };
    if (!Array.isArray(messages)) return "It is no conversation.";
    return { body, turns: [...(messages as readonly Turn[]), ...answered(answer)] };
  } catch {
    return "It was cut when it was kept, so that it can't be replayed.";
  }
}

export interface ToolCall {
  readonly name: string;
  readonly input: string;
  /** `undefined` if the answer ends with the call. */
  readonly result: string | undefined;
}

/** Returns the recorded conversation's calls with their results; none if it was truncated. */
export function toolCalls(bodies: WithBodies): readonly ToolCall[] {
  const conversation = conversationOf(bodies);
  if (typeof conversation === "string") return [];
  const blocks = conversation.turns.flatMap(({ content }) =>
    Array.isArray(content) ? content : [],
  ) as Block[];
  const results = new Map(
    blocks.filter(({ type }) => type === "tool_result").map((block) => [block.tool_use_id, block]),
  );
  return blocks
    .filter(({ type }) => type === "tool_use")
    .map(({ id, name = "", input }) => {
      const result = results.get(id);
      return { name, input: JSON.stringify(input), result: result && textOf(result.content ?? "") };
    });
}
interface Block {
  readonly type: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly tool_use_id?: string;
  readonly content?: unknown;
}

/** Returns the answer as a turn; a truncated answer is omitted. */
function answered(answer: Body | null): readonly Turn[] {
  try {
    const { content } = JSON.parse(answer?.text ?? "") as { readonly content?: unknown }; // as above
    return content === undefined ? [] : [{ role: "assistant", content }];
  } catch {
    return [];
  }
}

const textOf = (content: unknown): string => {
  if (typeof content === "string") return content;
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  return blocks
    .map((block) => {
      const { type, text } = block as { readonly type?: string; readonly text?: string };
      return type === "text" && typeof text === "string" ? text : JSON.stringify(block, null, 2);
    })
    .join("\n\n");
};

interface ReplayProps {
  readonly id: string;
  readonly apiKey: string;
  readonly show: (body: object) => void;
}

/** Shows a recorded conversation turn by turn; the model can be asked again after each user turn. */
export function Replay({ id, apiKey, show }: ReplayProps) {
  const { data, error } = useData<WithBodies>(`/admin/requests/${encodeURIComponent(id)}`);
  const [step, setStep] = useState(1);
  const [again, setAgain] = useState<AbortController>();
  if (!data) return <p class="soft">{error || "Loading…"}</p>;
  const conversation = conversationOf(data);
  if (typeof conversation === "string") return <p class="soft">{conversation}</p>;
  const { body, turns } = conversation;
  const shown = turns.slice(0, step);
  const present = { ...body, messages: shown, stream: true };
  const go = (to: number): void => {
    setAgain(undefined);
    setStep(to);
  };
  const isUsers = shown.at(-1)?.role === "user";
  return (
    <section class="panel" aria-label="Replay">
      <h3>{`Replay: step ${step} of ${turns.length}`}</h3>
      {shown.map(({ role, content }) => (
        <>
          <span class="soft">{role}</span>
          <pre class="text" tabIndex={0}>
            {textOf(content)}
          </pre>
        </>
      ))}
      <div class="row">
        <button disabled={step === 1} onClick={() => go(step - 1)}>
          Step back
        </button>
        <button class="main" disabled={step === turns.length} onClick={() => go(step + 1)}>
          Next step
        </button>
        <button disabled={!isUsers} onClick={() => setAgain(new AbortController())}>
          Ask again from here
        </button>
        <button disabled={!isUsers} onClick={() => show({ ...body, messages: shown })}>
          Export from here
        </button>
      </div>
      {again && (
        <Answer
          key={again}
          model={String(body["model"])}
          body={() => present}
          apiKey={apiKey}
          signal={again.signal}
        />
      )}
    </section>
  );
}
