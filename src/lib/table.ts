/** Values by name, each loaded on demand: one file and one line per value. */
export interface Table<T, N extends string> {
  readonly names: readonly N[];
  has(name: string): name is N;
  load(name: N): Promise<T>;
}

export type Leaf<T> = () => Promise<{ readonly default: T }>;

export function table<T, const N extends string>(leaves: Readonly<Record<N, Leaf<T>>>): Table<T, N> {
  const known = new Map<N, T>(); // cached, because even a repeated import takes as long as reading a small file
  return {
    names: Object.keys(leaves) as N[], // Object.keys loses the key type
    has: (name): name is N => Object.hasOwn(leaves, name),
    load: async (name) => {
      const loaded = known.get(name) ?? (await leaves[name]()).default;
      known.set(name, loaded);
      return loaded;
    },
  };
}
