/** How assertions write what they expected and what they got, most exact first. */
const forms: readonly RegExp[] = [
  /^\s*actual: (?<actual>[\s\S]*?),\n\s*expected: (?<expected>[\s\S]*?),\n\s*operator:/m,
  /^Expected(?: value)?: (?<expected>.+)\n(?:^.*\n)?Received(?: value)?: (?<actual>.+)$/m,
  /^\s*expected\s*: (?<expected>.+)\n\s*actual\s*: (?<actual>.+)$/im,
  /^\s*left: (?<actual>.+)\n\s*right: (?<expected>.+)$/m,
  /^E\s+(?:AssertionError: )?assert (?<actual>.+?) == (?<expected>.+)$/m,
  /\bexpected (?<actual>.+?) to (?:strictly |deeply |deep |be |loosely )*(?:equal|be|eql) (?<expected>.+?)(?: \/\/ .*)?$/m,
  /\bgot:? (?<actual>.+?)[,;]? (?:want|wanted|expected):? (?<expected>.+)$/im,
  /^(?<actual>.+) !== (?<expected>.+)$/m,
];

/** What an assertion's message says of both sides. Undefined where it doesn't, or they are written alike. */
export function compared(
  message: string,
): { readonly expected: string; readonly actual: string } | undefined {
  const text = message.slice(0, 20_000);
  for (const form of forms) {
    const { expected, actual } = form.exec(text)?.groups ?? {};
    if (expected === undefined || actual === undefined || expected === actual) continue;
    return { expected: lines(expected), actual: lines(actual) };
  }
  return undefined;
}

/** A quoted text with line ends in it is told apart line by line. */
const lines = (value: string): string => {
  const quoted = /^(["'`])([\s\S]*)\1$/.exec(value.trim())?.[2];
  return quoted?.includes(String.raw`\n`) ? quoted.replaceAll(String.raw`\n`, "\n") : value.trim();
};
