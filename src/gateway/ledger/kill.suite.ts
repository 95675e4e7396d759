import { eventsOf } from "../../messages/index.ts";
import { openGateway } from "../index.ts";
import { answer, fake, hello, priced } from "./ledger.suite.ts";

/** A process to be killed: some of its requests end, the others wait forever. Prints the id of each that has ended. */
const [store = "", url = ""] = process.argv.slice(2);
const rates = url === "" ? {} : ({ rates: { url, ifGone: "ledger" } } as const);
const gateway = await openGateway({ store, clock: { now: () => Date.now() }, prices: priced, ...rates });
const waiting = new Set<string>();
const all = Promise.withResolvers<void>();
const model = await gateway.meter(
  fake(async function* (_request, { requestId }) {
    if (requestId.endsWith("open")) {
      if (waiting.add(requestId).size === 3) all.resolve();
      await new Promise((resolve) => setTimeout(resolve, 600_000));
    }
    yield* eventsOf(answer({ input_tokens: 8, output_tokens: 5 }));
  }),
);
const ask = async (id: string): Promise<void> => {
  const context = { signal: new AbortController().signal, caller: "k", requestId: `${process.pid}-${id}` };
  for await (const event of model.stream(hello, context))
    if (event.type === "message_stop") process.stdout.write(`${context.requestId}\n`);
};
for (let i = 0; i < 3; i++) void ask(`${i}-open`);
await all.promise;
for (let i = 0; ; i++) await ask(String(i));
