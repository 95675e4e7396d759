const quoted = /['"‘“`]([^'"’”`]{1,40})['"’”`]/g;
const announced =
  /\b(?:options?|choices?|values?|one of|can be|must be|either|could be|may be|supports?|such as|e\.g\.?,?|i\.e\.?,?|for example,?|like|including)(?:\b|(?<=[.,]))(?:\s+(?:are|is|include|be))?:?\s*((?:[^.()]|\.(?=\S)){3,240})/gi;

/** The values in a description: quoted words, or a list after `can be`, `e.g.`, `options are`. */
export function optionsIn(description: string): readonly string[] {
  const found = new Set<string>();
  for (const match of description.matchAll(quoted)) {
    const before = description.slice(Math.max(0, match.index - 24), match.index);
    if (!/format|such as|like\s+$/i.test(before) || found.size > 0) found.add((match[1] ?? "").trim());
  }
  for (const match of description.matchAll(announced)) {
    const parts = (match[1] ?? "")
      .replaceAll(/['"‘’“”`]/g, "")
      .split(/\s*,\s*(?:or|and)?\s*|\s+(?:or|and)\s+|\s*\/\s*/);
    for (const part of parts) {
      const value = part.trim().replace(/^(?:either|or|and)\s+/, "");
      if (value && value.length <= 44 && value.split(" ").length <= 3 && parts.length > 1) found.add(value);
    }
  }
  for (const match of description.matchAll(/\(([^()]{3,120})\)/g)) {
    const parts = (match[1] ?? "")
      .replace(/^(?:e\.g\.?|i\.e\.?|such as|like|for example)[,:]?\s*/i, "")
      .split(/\s*,\s*(?:or\s|and\s|etc\.?)?\s*|\s+or\s+/);
    if (parts.length > 1)
      for (const part of parts)
        if (part.length > 1 && part.length <= 24 && part.split(" ").length <= 3)
          found.add(part.trim().replaceAll(/['"]/g, ""));
  }
  return [...found].filter((value) => /[\p{L}\d]/u.test(value) && !value.startsWith("etc"));
}
