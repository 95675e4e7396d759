/** Returns a function that computes the value on its first call and caches it. */
export function once<T>(make: () => T): () => T {
  let box: { readonly value: T } | undefined;
  return () => (box ??= { value: make() }).value;
}
