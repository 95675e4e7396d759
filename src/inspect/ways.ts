/**
 * The nodes that a search has visited, each with the fewest steps: reaching one with as many or more steps finds
 * nothing new.
 */
export class Ways {
  readonly #steps = new Map<number, number>();

  /** Whether a node must be visited after this many steps. */
  isNew(place: number, steps: number): boolean {
    const before = this.#steps.get(place);
    if (before !== undefined && before <= steps) return false;
    this.#steps.set(place, steps);
    return true;
  }
}

/** The state of a search: its depth, and the visited nodes; not recorded yet if undefined. */
export interface Asking {
  readonly depth: number;
  readonly ways?: Ways | undefined;
}

export const start: Asking = { depth: 0 };
