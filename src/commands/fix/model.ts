import { redact, secretValues } from "../../tools/index.ts";
import { unifiedDiff, type Change } from "../../workspace/index.ts";
import { agent } from "../agent.ts";
import type { Context } from "../command.ts";
import type { Probe, Problem, Seen } from "./contract.ts";
import { problemsOf, seeAll, type State } from "./rounds.ts";

const attempts = 3;
const small = 6;

const system = `Something in this project fails. Find the cause and mend it with the smallest change that is right: mend the code and not its tests, switch nothing off, and catch no error only to hide it. End when your change is made; a program runs what failed again.`;

interface Tried {
  readonly state: Map<Probe, Seen>;
  readonly changes: readonly Change[];
}

/**
 * Lets the model mend what is left, until the probes see nothing more. Of those that pass the smallest stays, all else
 * is taken back. Undefined where none passes.
 */
export async function byModel(
  first: State,
  probes: readonly Probe[],
  context: Context,
): Promise<Tried | undefined> {
  const { session, signal } = context;
  const { workspace } = session;
  const passing: Tried[] = [];
  let state = first;
  for (let i = 0; i < attempts; i++) {
    const since = (await workspace.checkpoints.changes(0)).map((one) => [one.path, one.after] as const);
    const said = passing.length
      ? "Your change works, and is larger than it needs to be. It was taken back: write a smaller one."
      : problemsOf(state).slice(0, 8).map(told).join("\n\n");
    await agent(
      {
        messages: [{ role: "user", content: redact(said, await secretValues(workspace)) }],
        tools: ["read", "list", "search", "edit", "write", "run", "test"],
        system,
      },
      context,
    );
    signal.throwIfAborted();
    const changes = await since_(since, context);
    if (changes.length === 0) break;
    const next = await seeAll(probes);
    const solved =
      problemsOf(next).length === 0 && [...next.values()].every(({ passed }) => passed) && !weakened(changes);
    if (solved) passing.push({ state: next, changes });
    else state = next;
    await undo(changes, context);
    if (solved && (size(changes) <= small || passing.length > 1)) break;
  }
  const [best] = passing.sort((a, b) => size(a.changes) - size(b.changes));
  if (best) await workspace.files.write(best.changes);
  return best;
}

const told = ({ file, line, code, message, test }: Problem): string =>
  [`${file}${line ? `:${line}` : ""} ${code}`, test && `Test: ${test}`, message.slice(0, 4000)]
    .filter(Boolean)
    .join("\n");

/** What the model wrote in this attempt. */
async function since_(
  before: readonly (readonly [string, string | null])[],
  { session: { workspace } }: Context,
): Promise<readonly Change[]> {
  const known = new Map(before);
  const all = await workspace.checkpoints.changes(0);
  return all.flatMap((one) => {
    const was = known.has(one.path) ? (known.get(one.path) ?? null) : one.before;
    return was === one.after ? [] : [{ ...one, before: was }];
  });
}

const undo = async (changes: readonly Change[], { session: { workspace } }: Context): Promise<unknown> =>
  workspace.files.write(changes.map((one) => ({ ...one, before: one.after, after: one.before })));

const size = (changes: readonly Change[]): number =>
  unifiedDiff(changes)
    .split("\n")
    .filter((line) => /^[+-](?![+-]{2})/.test(line)).length;

/** A test that was taken out or switched off proves nothing. */
const weakened = (changes: readonly Change[]): boolean =>
  changes.some(
    ({ path, before, after }) =>
      /(?:test|spec)/.test(path) &&
      before !== null &&
      ((after ?? "").length < before.length || /\.skip\(|@pytest\.mark\.(?:skip|xfail)/.test(after ?? "")),
  );
