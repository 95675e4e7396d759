/**
 * A source with the pieces that some features need: what stands from `//# one two` to the next such mark is for one or two
 * alone, from a bare `//#` on for all; likewise a line that ends in `//? one`.
 */
export function pick(source: string, features: ReadonlySet<string>): string {
  const wanted = (marked: string): boolean =>
    marked === "" || marked.split(" ").some((feature) => features.has(feature));
  let piece = "";
  const lines: string[] = [];
  for (const line of source.split("\n")) {
    const [, begins] = /^\/\/#(.*)$/.exec(line) ?? [];
    const [, code = line, own = ""] = /^(.*?) *\/\/\? (.*)$/.exec(line) ?? [];
    if (begins !== undefined) piece = begins.trim();
    else if (wanted(piece) && wanted(own)) lines.push(code);
  }
  return lines.join("\n");
}
