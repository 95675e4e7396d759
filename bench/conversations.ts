/**
 * Sends valid, mutated and hostile conversations to a served model and counts the results:
 * `npx node bench/conversations.ts [COUNT] [SEED]`, by default 20,000. One in a hundred goes over a real connection.
 * Fails if an answer crashes, hangs or is malformed.
 */
import { converse, type Tally } from "../src/server/conversations/trial.suite.ts";

const [count = 20_000, seed = 1] = process.argv.slice(2).map(Number);
const begun = performance.now();
const said = ({ conversations, answered, refused, broken, wrong, slowest }: Tally): string =>
  `${conversations} conversations: ${answered} answered, ${refused} refused, ${broken} times the model broke its word; ${wrong.length} wrong; the slowest took ${slowest.toFixed(0)} ms; ${((performance.now() - begun) / 1000).toFixed(0)} s`;
const tally = await converse({ count, seed, overHttp: 100, on: (so) => console.error(said(so)) });
for (const one of tally.wrong.slice(0, 20)) console.log(one);
console.log(said(tally));
process.exitCode = tally.wrong.length > 0 ? 1 : 0;
