/** Leaves behind names, loaded when asked for: one file and one line a leaf. */
export interface Table<T, N extends string> {
  readonly names: readonly N[];
  has(name: string): name is N;
  load(name: N): Promise<T>;
}

export type Leaf<T> = () => Promise<{ readonly default: T }>;

export function table<T, const N extends string>(leaves: Readonly<Record<N, Leaf<T>>>): Table<T, N> {
  const known = new Map<N, T>(); // a second import takes the loader as long as a small file takes to read
  return {
    names: Object.keys(leaves) as N[], // Object.keys forgets the keys
    has: (name): name is N => Object.hasOwn(leaves, name),
    load: async (name) => {
      const loaded = known.get(name) ?? (await leaves[name]()).default;
      known.set(name, loaded);
      return loaded;
    },
  };
}
