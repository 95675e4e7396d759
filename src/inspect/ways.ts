/** The places that one question has led to, each with the fewest steps: by as many or more nothing else is found there. */
export class Ways {
  readonly #steps = new Map<number, number>();

  /** Whether a place is to be looked at after so many steps. */
  isNew(place: number, steps: number): boolean {
    const before = this.#steps.get(place);
    if (before !== undefined && before <= steps) return false;
    this.#steps.set(place, steps);
    return true;
  }
}

/** How far a question is, and where it has been; nowhere yet where there are no ways. */
export interface Asking {
  readonly depth: number;
  readonly ways?: Ways | undefined;
}

export const start: Asking = { depth: 0 };
