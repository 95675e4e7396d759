/** Returns the function, which finds a value once for each object and keeps it as long as the object lives. */
export function remembered<K extends object, V>(find: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    let found = known.get(key);
    if (!found) known.set(key, (found = { value: find(key) }));
    return found.value;
  };
}

/** Most texts whose values are kept: then all are forgotten. */
const mostTexts = 20_000;

/** The same for a text, as long as there are not too many. */
export function rememberedText<V>(find: (text: string) => V): (text: string) => V {
  const known = new Map<string, { readonly value: V }>();
  return (text) => {
    let found = known.get(text);
    if (!found) {
      if (known.size >= mostTexts) known.clear();
      known.set(text, (found = { value: find(text) }));
    }
    return found.value;
  };
}

/** The same for a text and an object. */
export function rememberedIn<A extends object, V>(
  find: (key: string, within: A) => V,
): (key: string, within: A) => V {
  const valuesIn = remembered<A, Map<string, { readonly value: V }>>(() => new Map());
  return (key, within) => {
    const values = valuesIn(within);
    let found = values.get(key);
    if (!found) values.set(key, (found = { value: find(key, within) }));
    return found.value;
  };
}

/** The same for two objects. */
export function rememberedTwice<A extends object, B extends object, V>(
  find: (first: A, second: B) => V,
): (first: A, second: B) => V {
  const found = remembered((first: A) => remembered((second: B) => find(first, second)));
  return (first, second) => found(first)(second);
}
