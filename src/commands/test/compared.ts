/** Formats in which assertions print expected and actual values, most exact first. */
const forms: readonly RegExp[] = [
  /^[ \t]*actual: (?<actual>[\s\S]*?),\n[ \t]*expected: (?<expected>[\s\S]*?),\n[ \t]*operator:/m,
  /^Expected(?: value)?: (?<expected>.+)\n(?:^.*\n)?Received(?: value)?: (?<actual>.+)$/m,
  /^[ \t]*expected[ \t]*: (?<expected>.+)\n[ \t]*actual[ \t]*: (?<actual>.+)$/im,
  /^[ \t]*left: (?<actual>.+)\n[ \t]*right: (?<expected>.+)$/m,
  /^E\s+(?:AssertionError: )?assert (?<actual>.+?) == (?<expected>.+)$/m,
  /\bexpected (?<actual>.+?) to (?:strictly |deeply |deep |be |loosely )*(?:equal|be|eql) (?<expected>.+?)(?: \/\/ .*)?$/m,
  /\bgot:? (?<actual>.+?)[,;]? (?:want|wanted|expected):? (?<expected>.+)$/im,
  /^(?<actual>.+) !== (?<expected>.+)$/m,
];

const most = 3000;

/** Extracts both sides from an assertion's message. Returns undefined if it has none, or they look the same. */
export function compared(
  message: string,
): { readonly expected: string; readonly actual: string } | undefined {
  // Assertions are at one end of a message; a long one would make the patterns slow.
  const text = message.length > 2 * most ? `${message.slice(0, most)}\n${message.slice(-most)}` : message;
  for (const form of forms) {
    const { expected, actual } = form.exec(text)?.groups ?? {};
    if (expected === undefined || actual === undefined || expected === actual) continue;
    return { expected: lines(expected), actual: lines(actual) };
  }
  return undefined;
}

/** Splits a quoted text with line breaks, to compare it line by line. */
const lines = (value: string): string => {
  const quoted = /^(["'`])([\s\S]*)\1$/.exec(value.trim())?.[2];
  return quoted?.includes(String.raw`\n`) ? quoted.replaceAll(String.raw`\n`, "\n") : value.trim();
};
