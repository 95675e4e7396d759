import { expect, it } from "vitest";
import { named } from "./named.ts";
import { openModel, systemOutside } from "./open.ts";
import { answerOf } from "./whole.ts";

it("writes down which upstream was asked, for whole answers and streams", async () => {
  const model = named("own", await openModel({ provider: "builtin" }, systemOutside));
  const request = {
    model: "builtin",
    max_tokens: 50,
    messages: [{ role: "user", content: "Hello" }],
  } as const;
  const context = () => ({
    signal: new AbortController().signal,
    requestId: "r",
    trace: { upstream: null, attempts: 1 },
  });
  const [whole, streamed] = [context(), context()];
  await answerOf(model, request, whole);
  for await (const event of model.stream(request, streamed)) expect(event.type).toBeTypeOf("string");
  expect([whole.trace.upstream, streamed.trace.upstream]).toEqual(["own", "own"]);
});
