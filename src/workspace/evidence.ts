import type { Clock } from "../lib/index.ts";
import type { CommandRun, Evidence, Written } from "./workspace.ts";

type Facts<E extends Evidence> = { readonly [K in keyof E as K extends string ? K : never]: E[K] } & {
  readonly at?: number;
};

export interface Recorder {
  run(facts: Omit<Facts<CommandRun>, "at">): CommandRun;
  written(facts: Omit<Facts<Written>, "at">): Written;
  since(time: number): readonly (CommandRun | Written)[];
}

/** Creates all evidence. */
export function recorder(clock: Clock): Recorder {
  const all: (CommandRun | Written)[] = [];
  const keep = <E extends CommandRun | Written>(facts: object): E => {
    const evidence = Object.freeze({ ...facts, at: clock.now() }) as unknown as E; // the mark exists in types only
    all.push(evidence);
    return evidence;
  };
  return {
    run: (facts) => keep(facts),
    written: (facts) => keep(facts),
    since: (time) => all.filter(({ at }) => at >= time),
  };
}
