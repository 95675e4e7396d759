/** Streams, read while they come: lines, and server-sent events. */
export const events = String.raw`//# lines events
/** Makes of a value what callers hold, or raises an error. */
type Take = (value: unknown) => unknown;

async function* chunksOf<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

//# lines events
async function* linesOf({ body }: Response): AsyncGenerator<string> {
  if (!body) return;
  let rest = "";
  for await (const text of chunksOf(body.pipeThrough(new TextDecoderStream()))) {
    // A carriage return at the end may be half of a line end.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest) yield rest.replace(/\r$/, "");
}

//# lines
/** A value in each line; a sequence of JSON has a mark before each. */
async function* lines(response: Response, take: Take): AsyncGenerator<unknown> {
  for await (const line of linesOf(response)) {
    const text = line.replace(/^\x1e/, "").trim();
    if (text === "") continue;
    let value: unknown;
    try { //? checks
      value = fromJson(text); //? int64
      value = JSON.parse(text); //? !int64
    } catch { //? checks
      throw new InvalidResponseError([{ path: "", message: "has a line that is not JSON" }], response, text); //? checks
    } //? checks
    yield take(value);
  }
}

//# events
async function* events(response: Response, take: Take, check: Rule | undefined): AsyncGenerator<ServerSentEvent<unknown>> { //? checks
async function* events(response: Response, take: Take): AsyncGenerator<ServerSentEvent<unknown>> { //? !checks
  let event = "message";
  let id: string | undefined;
  let data: string[] = [];
  const whole = (): string | undefined => {
    const text = data.join("\n");
    // Some streams end with this mark, which nobody describes.
    return data.length && text !== "[DONE]" ? text : undefined;
  };
  for await (const line of linesOf(response)) {
    const [, field, text = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === "data") data.push(text);
    else if (field === "event") event = text || "message";
    else if (field === "id" && !text.includes("\0")) id = text;
    if (line !== "") continue;
    const all = whole();
    if (all !== undefined) yield { event, data: eventData(all, take, check), id }; //? checks
    if (all !== undefined) yield { event, data: eventData(all, take), id }; //? !checks
    event = "message";
    data = [];
  }
  // What the end of the stream cuts off is no event.
}

function eventData(text: string, take: Take, check: Rule | undefined): unknown { //? checks
function eventData(text: string, take: Take): unknown { //? !checks
  let value: unknown = text;
  try {
    value = fromJson(text); //? int64
    value = JSON.parse(text); //? !int64
  } catch {
    // it may be a text
  }
  if (check && issuesOf(check, value) && !issuesOf(check, text)) return text; //? checks
  return take(value);
}
`;
