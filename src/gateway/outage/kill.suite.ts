import { openGateway } from "../index.ts";
import { eventsOf } from "../../messages/index.ts";
import { answer, fake, hello, priced } from "../ledger/ledger.suite.ts";

/** A process to be killed: it prints the id of each request that has ended, and two of its requests wait forever. */
const [store = "", journal = ""] = process.argv.slice(2);
const gateway = await openGateway({ store, journal, clock: { now: () => Date.now() }, prices: priced });
const model = await gateway.meter(
  fake(async function* (_request, { requestId }) {
    if (requestId.endsWith("open")) await new Promise((resolve) => setTimeout(resolve, 600_000));
    yield* eventsOf(answer({ input_tokens: 8, output_tokens: 5 }));
  }),
);
const ask = async (id: string): Promise<void> => {
  const context = { signal: new AbortController().signal, caller: "k", requestId: `${process.pid}-${id}` };
  for await (const event of model.stream(hello, context))
    if (event.type === "message_stop") process.stdout.write(`${context.requestId}\n`);
};
for (let i = 0; ; i++) {
  if (i === 3 || i === 20) void ask(`${i}-open`).catch(() => undefined);
  await ask(String(i)).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 5));
}
