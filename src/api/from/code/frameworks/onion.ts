import type { Machine, Run, Value } from "../evaluate/types.ts";
import { native, nothing } from "../evaluate/value.ts";
import type { Auth } from "./contract.ts";
import { functionsIn, newRun, observe } from "./observe.ts";
import { outside } from "./outside.ts";

/** How a framework calls functions that lie around each other. */
export interface Layers {
  readonly method?: string;
  readonly path?: string;
  call(fn: Value, next: Value, m: Machine): Value;
  failed(error: Value, m: Machine): void;
}

/** Functions around an endpoint: those of the whole application, and those of its own. */
export interface Around {
  readonly shared: readonly Value[];
  readonly own: readonly Value[];
}

interface Layer {
  readonly fn: Value;
  readonly isShared: boolean;
}

/** All in their order, wrappers taken apart. */
export const inOrder = ({ shared, own }: Around): readonly Layer[] => [
  ...shared.flatMap((fn) => functionsIn(fn)).map((fn) => ({ fn, isShared: true })),
  ...own.flatMap((fn) => functionsIn(fn)).map((fn) => ({ fn, isShared: false })),
];

function layer(all: readonly Layer[], layers: Layers, m: Machine): Value {
  const [first, ...rest] = all;
  const { run } = m;
  if (!first || !run) return nothing;
  const before = run.isShared ?? false;
  const inner = (): Value => layer(rest, layers, m);
  run.isShared = first.isShared;
  try {
    if (first.fn.kind === "external") return outside(first.fn, m).passes ? inner() : nothing;
    return layers.call(first.fn, native("next", inner), m);
  } finally {
    run.isShared = before;
  }
}

const refuses = (status: number): boolean => status === 401 || status === 403;

/** Whether a request without credentials is refused, and one with them is not. */
export function isDenied(without: readonly number[], given: readonly number[]): boolean {
  // nothing but that it is refused can be seen of what it ends with
  if (!without.length) return given.some((status) => status < 300);
  if (without.some((status) => status < 300)) return false;
  // it never answers well, but says something else to those who may ask
  if (!given.some((status) => status < 400)) return without.every(refuses) && !given.every(refuses);
  const isSentAway = without.some((status) => status < 400) && given.some((status) => status < 300);
  const isRefused = without.length > 0 && without.every((status) => status >= 400);
  return isSentAway || isRefused || without.some(refuses);
}

/** Follows a request through all layers: with credentials, then without, which shows what asks for them. */
export function peel(
  fns: Around,
  make: () => Layers,
  m: Machine,
): { readonly run: Run; readonly auth: Auth } {
  const all = inOrder(fns);
  const through = (run: Run): Run => {
    const layers = make();
    if (layers.method !== undefined) run.method = layers.method;
    if (layers.path !== undefined) run.path = layers.path;
    const seen = observe(m, run, () => layer(all, layers, m));
    for (const error of new Set(seen.throws)) observe(m, run, () => (layers.failed(error, m), nothing));
    return run;
  };
  const run = through(newRun(false));
  return { run, auth: authOf(run, () => through(newRun(true))) };
}

/** What a run with credentials and one without say about them. */
export function authOf(run: Run, without: () => Run): Auth {
  if (!run.identity) return { level: "none", schemes: [] };
  const schemes = run.schemes.size ? [...run.schemes] : ["bearer"];
  const of = ({ answers }: Run): readonly number[] => answers.map(({ status }) => status);
  const other = without();
  if (other.isRefused || isDenied(of(other), of(run))) return { level: "required", schemes };
  const isUsed = run.schemes.size > 0 && run.isPersonal === true;
  return isUsed ? { level: "optional", schemes } : { level: "none", schemes: [] };
}
