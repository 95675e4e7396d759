/** The part of an answer that has arrived. */
export interface Shown {
  readonly blocks: readonly Block[];
  readonly stop: string;
  readonly usage: string;
}
export interface Block {
  readonly kind: string;
  readonly text: string;
}
interface Event {
  readonly type: string;
  readonly index?: number;
  readonly content_block?: { readonly type: string; readonly name?: string; readonly text?: string };
  readonly delta?: Readonly<Record<string, unknown>>;
  readonly usage?: object;
  readonly error?: { readonly message: string };
}

export const nothing: Shown = { blocks: [], stop: "", usage: "" };

/** Sends a request and calls `show` with what has arrived after each event. Throws the server's error. */
export async function ask(body: object, { key, signal, show }: Asking): Promise<void> {
  const response = await fetch("/v1/messages", {
    method: "POST",
    headers: { "content-type": "application/json", ...(key && { "x-api-key": key }) },
    body: JSON.stringify(body),
    signal,
    credentials: "omit",
  });
  if (!response.ok) {
    const { error } = (await response.json()) as { readonly error?: { readonly message: string } }; // as documented
    throw new Error(`${response.status}: ${error?.message ?? "the request was refused"}`);
  }
  if (!response.headers.get("content-type")?.startsWith("text/event-stream"))
    return show(whole(await response.json()));
  let shown = nothing;
  for await (const event of events(response)) {
    if (event.error) throw new Error(event.error.message);
    show((shown = after(shown, event)));
  }
}

export interface Asking {
  readonly key: string;
  readonly signal: AbortSignal;
  readonly show: (shown: Shown) => void;
}

async function* events({ body }: Response): AsyncGenerator<Event> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const frames = (rest + part.value).split("\n\n");
    rest = frames.pop() ?? "";
    for (const frame of frames) {
      const data = frame.split("\n").find((line) => line.startsWith("data:"));
      if (data) yield JSON.parse(data.slice(5)) as Event; // as documented
    }
  }
}

function after(shown: Shown, { type, index = 0, content_block: block, delta = {}, usage }: Event): Shown {
  if (type === "content_block_start" && block)
    return {
      ...shown,
      blocks: [
        ...shown.blocks,
        { kind: [block.type, block.name].filter(Boolean).join(" "), text: block.text ?? "" },
      ],
    };
  if (type === "content_block_delta") {
    const text =
      [delta["text"], delta["partial_json"], delta["thinking"]].find((each) => typeof each === "string") ??
      "";
    return {
      ...shown,
      blocks: shown.blocks.map((each, i) => (i === index ? { ...each, text: each.text + text } : each)),
    };
  }
  if (type === "message_delta")
    return { ...shown, stop: String(delta["stop_reason"] ?? ""), usage: usageText(usage) };
  return shown;
}

function whole(answer: unknown): Shown {
  const {
    content,
    stop_reason: stop,
    usage,
  } = answer as {
    readonly content: readonly {
      readonly type: string;
      readonly text?: string;
      readonly name?: string;
      readonly input?: unknown;
    }[];
    readonly stop_reason: string;
    readonly usage: object;
  }; // as documented
  const blocks = content.map(({ type, name, text, input }) => ({
    kind: [type, name].filter(Boolean).join(" "),
    text: text ?? JSON.stringify(input ?? {}, null, 2),
  }));
  return { blocks, stop, usage: usageText(usage) };
}

const usageText = (usage: object = {}): string =>
  Object.entries(usage)
    .flatMap(([name, value]) => (typeof value === "number" ? [`${name.replaceAll("_", " ")}: ${value}`] : []))
    .join(", ");
