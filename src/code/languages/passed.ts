const most = 12;

/** Records the functions that each parameter of a function is passed to. */
export class Passed {
  readonly all: Record<string, string[]> = Object.create(null) as Record<string, string[]>; // a parameter may be called `constructor`

  constructor(names: Iterable<string>) {
    for (const name of names) this.all[name] = [];
  }

  /** Adds a function by its name; an empty one, and what isn't a parameter, are ignored. */
  to(name: string, taker: string): void {
    const takers = this.all[name];
    if (takers && taker && takers.length < most && !takers.includes(taker)) takers.push(taker);
  }
}
