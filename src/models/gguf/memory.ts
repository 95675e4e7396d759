/** A cache with a maximum number of entries; the oldest is removed first. */
export interface Memory<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
}

export function memory<T>(most: number): Memory<T> {
  const map = new Map<string, T>();
  return {
    get: (key) => map.get(key),
    set(key, value) {
      const [oldest] = map.keys();
      if (map.size >= most && oldest !== undefined) map.delete(oldest);
      map.set(key, value);
    },
  };
}
