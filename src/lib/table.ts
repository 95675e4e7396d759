/** Leaves behind names, loaded when asked for: one file and one line a leaf. */
export interface Table<T, N extends string> {
  readonly names: readonly N[];
  has(name: string): name is N;
  load(name: N): Promise<T>;
}

export type Leaf<T> = () => Promise<{ readonly default: T }>;

export function table<T, const N extends string>(leaves: Readonly<Record<N, Leaf<T>>>): Table<T, N> {
  return {
    names: Object.keys(leaves) as N[], // Object.keys forgets the keys
    has: (name): name is N => Object.hasOwn(leaves, name),
    load: async (name) => (await leaves[name]()).default,
  };
}
