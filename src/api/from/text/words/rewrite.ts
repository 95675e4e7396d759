/** What is said in one way is read as another; each is rewritten wherever it stands, in this order. */
export type Wording = readonly [RegExp, string | ((whole: string, ...groups: string[]) => string)];

export const rewritten = (text: string, by: readonly Wording[]): string =>
  by.reduce(
    (all, [from, to]) => (typeof to === "string" ? all.replaceAll(from, to) : all.replaceAll(from, to)),
    text,
  );
