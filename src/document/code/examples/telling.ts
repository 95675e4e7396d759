import type { Imported, Shown } from "../../../code/index.ts";

const nothing = /^(?:undefined|null|nil|None|NaN|""|''|[[\](){},\s]+)$/;
/** A call without meaningful arguments. */
const idle =
  /\((?:null|nil|None|undefined|""|'')(?:, ?(?:null|nil|None|undefined|""|''|\d|[Tt]rue|[Ff]alse))*\)/;
const edges = /\b(?:invalid|errors?|throws?|empty|missing|undefined|null|nan|none|edge|bad|not)\b/i;

/** Whether a call shows what something is for: a typical call with meaningful arguments and a result. */
export const isTelling = ({ call, value = "", throws, title }: Shown): boolean =>
  !throws &&
  !nothing.test(value) &&
  !edges.test(title) &&
  !idle.test(call) &&
  /[([][^()[\]]|\{[^}]/.test(call) &&
  !/\._|\.constructor\b|\.(?:is_err|is_none|unwrap_err)\(\)/.test(call);

/** Modules whose results depend on the machine or the day. */
const moody =
  /^(?:node:)?(?:fs|os|path|child_process|process|net|http|https|worker_threads|timers)(?:\/.*)?$|^(?:os|sys|tempfile|pathlib|subprocess|socket|time|random|threading|asyncio|uuid|platform|shutil)(?:\.|$)|^std\/(?:fs|env|process|net|thread)(?:\/|$)|^java\/(?:io\/(?:File|Random)|nio\/file\/|net\/(?:Socket|Server|Http))/;

/** Whether a call has the same result on every machine and at any time. */
export const isSteady = ({ call, before = [] }: Shown, uses: readonly Imported[]): boolean =>
  !uses.some(({ from }) => moody.test(from)) &&
  !/\b(?:now|today|utcnow|random|uuid\d?|currentTimeMillis|nanoTime|get[eE]nv|getProperty|elapsed)\(|\bnew Date\(\)|\bprocess\./.test(
    [...before, call].join("\n"),
  );

/** Whether a test's title describes its call to readers who don't see the test. */
export const isTitle = (title: string): boolean =>
  /[a-z]{3}.* /i.test(title) && !/^should\b|[(){}%$#]/i.test(title);

/** Scores how little a call shows: empty results, edge cases, chained calls. */
export function dullness({ target, before = [], call, value = "", derived, title }: Shown): number {
  const result = results.find(([, of]) => of.test(value))?.[0] ?? 0;
  const direct = call.replace(/^new /, "").startsWith(target.split(".").at(0) ?? "");
  return (
    call.length +
    before.join("").length +
    value.length / 2 +
    result +
    (direct ? 0 : 30) +
    (derived ? 20 : 0) +
    (edges.test(title) ? 40 : 0) +
    (/\((?:\{\}|\[\]|""|''|null|nil|undefined|None|NaN)?\)/.test(call) ? 30 : 0) +
    (/\b(\w+)\.\w+\(\1\)/.test(call) || idle.test(call) ? 30 : 0) +
    (/\n|\\/.test(call) ? 40 : 0) +
    (call.includes(`(${value}`) && value.length > 2 ? 50 : 0) +
    (before.some((line) => /[([=] ?\[\]|""/.test(line)) ? 40 : 0)
  );
}

const results: readonly (readonly [dullness: number, RegExp])[] = [
  [15, /^[Tt]rue$/],
  [40, /^(?:[Ff]alse$|Err\()/],
  [60, nothing],
  [20, /^0$/],
];
