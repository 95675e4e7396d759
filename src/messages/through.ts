/** What a stage does with each element; `each` and `end` may throw, which also ends the source. */
export interface Stage<T, U> {
  each(value: T): U;
  /** Whether the stream ends after this element. */
  isLast?(value: T): boolean;
  /** Called when the source has ended. */
  end?(): void;
}

/**
 * Passes a source's elements through a stage, created anew for each iteration. It does what a generator around the
 * source does, in one turn of the queue instead of three, since it runs for every event of every stream. Call `next`
 * sequentially.
 */
export const through = <T, U>(source: AsyncIterable<T>, stage: () => Stage<T, U>): AsyncIterable<U> => ({
  [Symbol.asyncIterator]: () => new Through(source[Symbol.asyncIterator](), stage()),
});

class Through<T, U> implements AsyncIterator<U> {
  private readonly source: AsyncIterator<T>;
  private readonly stage: Stage<T, U>;
  private over = false;
  private readonly took = (result: IteratorResult<T>): IteratorResult<U> => this.take(result);

  constructor(source: AsyncIterator<T>, stage: Stage<T, U>) {
    this.source = source;
    this.stage = stage;
  }

  next(): Promise<IteratorResult<U>> {
    return this.over ? this.return() : this.source.next().then(this.took);
  }

  async return(): Promise<IteratorResult<U>> {
    this.over = true;
    await this.source.return?.();
    return { done: true, value: undefined };
  }

  private take(result: IteratorResult<T>): IteratorResult<U> {
    try {
      if (!result.done) {
        this.over = this.stage.isLast?.(result.value) ?? false;
        return { done: false, value: this.stage.each(result.value) };
      }
      this.over = true;
      this.stage.end?.();
      return { done: true, value: undefined };
    } catch (error) {
      if (!result.done) void this.return().catch(() => undefined);
      this.over = true;
      throw error;
    }
  }
}
