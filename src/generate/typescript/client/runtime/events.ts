/** Streams, read while they come: lines, and server-sent events. */
export const events = String.raw`//# lines events
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
  yield rest.replace(/\r$/, "");
}

//# lines
/** A value in each line; a sequence of JSON has a mark before each. */
async function* lines(response: Response, check: Rule | undefined, strict: boolean): AsyncGenerator<unknown> {
  for await (const line of linesOf(response)) {
    const text = line.replace(/^\x1e/, "").trim();
    if (text === "") continue;
    let value: unknown;
    try {
      value = fromJson(text); //? int64
      value = JSON.parse(text); //? !int64
    } catch {
      throw new InvalidResponseError([{ path: "", message: "has a line that is not JSON" }], response, text);
    }
    yield demand(check, value, response, strict);
  }
}

//# events
async function* events(response: Response, check: Rule | undefined, strict: boolean): AsyncGenerator<ServerSentEvent<unknown>> {
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
    else if (field === "event") event = text;
    else if (field === "id") id = text;
    if (line !== "") continue;
    const all = whole();
    if (all !== undefined) yield { event, data: eventData(all, { check, strict }, response), id };
    event = "message";
    data = [];
  }
  const last = whole();
  if (last !== undefined) yield { event, data: eventData(last, { check, strict }, response), id };
}

function eventData(text: string, { check, strict }: { readonly check: Rule | undefined; readonly strict: boolean }, response: Response): unknown {
  let value: unknown = text;
  try {
    value = fromJson(text); //? int64
    value = JSON.parse(text); //? !int64
  } catch {
    // it may be a text
  }
  const isText = check && !validate(check, value).ok && validate(check, text).ok;
  return isText ? text : demand(check, value, response, strict);
}
`;
