/** Server-sent events, one by one. */
export const events = String.raw`//# events
async function* events(response: Response, check: Rule | undefined, strict: boolean): AsyncGenerator<ServerSentEvent<unknown>> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let event = "message";
  let id: string | undefined;
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += value ?? "";
      // A carriage return at the end may be half of a line end.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = done ? "" : (lines.pop() ?? "");
      for (const line of done ? [...lines, ""] : lines) {
        if (line === "") {
          const whole = data.join("\n");
          // Some streams end with this mark, which nobody describes.
          if (data.length && whole !== "[DONE]") yield { event, data: eventData(whole, { check, strict }, response), id };
          event = "message";
          data = [];
          continue;
        }
        const [, field, text = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
        if (field === "data") data.push(text);
        else if (field === "event") event = text;
        else if (field === "id") id = text;
      }
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
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
