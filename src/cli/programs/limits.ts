import type { Administration, LimitState } from "../../gateway/index.ts";
import { administer, printResult, storeFlags, tableText, type Result } from "../gateway.ts";
import { actionOf, program } from "./program.ts";

type Deed = (admin: Administration, words: readonly string[]) => Promise<Result>;

const actions: Readonly<Record<string, Deed>> = {
  list: (admin) => listed(admin),
  async set(admin, [subject = "", ...amounts]) {
    const { readAmounts } = await import("../../gateway/index.ts");
    await admin.setLimits(subject, readAmounts(Object.fromEntries(amounts.map(pair))));
    return listed(admin, subject);
  },
  async remove(admin, [subject = "", ...names]) {
    const { readAmounts } = await import("../../gateway/index.ts");
    await admin.setLimits(subject, readAmounts(Object.fromEntries(names.map((name) => [name, null]))));
    return listed(admin, subject);
  },
};

export default program({
  summary: "Set, list and remove limits and budgets of keys, teams and models",
  argument: {
    name: "list|set|remove [subject] [limit=amount…]",
    summary: "subject is all, key:ID, team:NAME or model:NAME; * as the name is each of them",
    required: true,
    example: "set team:search spend_per_day=5",
    choices: Object.keys(actions),
  },
  flags: storeFlags,
  async run({ argument, flags }, io) {
    const [name = "", ...words] = argument.trim().split(/\s+/);
    const run = actionOf("limits", actions, name);
    printResult(await administer(flags, io, (admin) => run(admin, words)), io);
    return 0;
  },
});

function pair(text: string): readonly [string, string] {
  const sign = text.indexOf("=");
  return sign < 0 ? [text, ""] : [text.slice(0, sign), text.slice(sign + 1)];
}

const pageLimits = 500;

async function listed(admin: Administration, subject?: string): Promise<Result> {
  const { shownLimit } = await import("../../gateway/index.ts");
  const all: LimitState[] = [];
  for (;;) {
    const last = all.at(-1);
    const page = await admin.listLimits({
      limit: pageLimits,
      ...(subject !== undefined && { subject }),
      ...(last && { after: [last.subject, last.measure] }),
    });
    all.push(...page);
    if (page.length < pageLimits) break;
  }
  const json = all.map(shownLimit);
  const text = await tableText({
    title: "Limits",
    columns: ["subject", "limit", "amount", "used", "reserved", "left", "resets at"],
    rows: json.map((each) => Object.values(each)),
    empty: "There are no limits.",
  });
  return { json, text };
}
