/**
 * The iterable that `open` returns, opened when the first element is read. It passes on the iterator itself: a
 * generator in between would cost every event of every stream several turns of the queue.
 */
export function later<T>(open: () => Promise<AsyncIterable<T>>): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]() {
      let inner: AsyncIterator<T> | undefined;
      let opening: Promise<AsyncIterator<T>> | undefined;
      const begin = async (): Promise<AsyncIterator<T>> => {
        inner = (await open())[Symbol.asyncIterator]();
        return inner;
      };
      return {
        next: () => inner?.next() ?? (opening ??= begin()).then((iterator) => iterator.next()),
        async return() {
          const iterator = inner ?? (await opening);
          await iterator?.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
