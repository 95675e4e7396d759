import { type Change, type Check, type Finding, found, isTest, weighed } from "../contract.ts";

/** Key formats of services, which nothing else matches. */
const known: Readonly<Record<string, RegExp>> = {
  "AWS access key": /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  "private key":
    /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----(?!(?:\\[rn])*(?:\$?\{|%s|["'`]\s*(?:%|\+\s*[\w$(])))/, // not a template into which a key is inserted
  "GitHub token": /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{22,})\b/,
  "GitLab token": /\bglpat-[\w-]{20,}/,
  "Slack token": /\bxox[abprs]-[\w-]{10,}/,
  "Stripe key": /\b[rs]k_live_[A-Za-z0-9]{16,}/,
  "Google key": /\bAIza[\w-]{35}/,
  "model service key": /\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{32,}/,
  "npm token": /\bnpm_[A-Za-z0-9]{36}\b/,
  "SendGrid key": /\bSG\.[\w-]{22}\.[\w-]{43}/,
  "password in an address":
    /\b[a-z][a-z0-9+]{1,15}:\/\/[^\s:@/"'`${}<>]{1,80}:(?!\*|<|\$|%)([^\s:@/"'`${}<>]{4,80})@[\w.-]+/,
};

const assigned =
  /(?:^|[^\w])["']?[\w-]*(?:passw(?:or)?d|passwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?key|credential)[\w-]*["']?\s*(?::\s*\w+\s*)?(?::|=>?|:=)\s*["'`]([^"'`\s$]{8,200})["'`]/i;
const placeholder =
  /example|sample|dummy|placeholder|change.?me|your|xxx|\.\.\.|<|>|\{\{|\*\*|test|fake|mock|todo|none|null|undefined|redacted|process\.env|^(?:string|password|secret|token|required|invalid|missing|forgot|reset)[\w.\- ]*$|^[a-z]+(?:[-_.: /][a-z]+)*$/i;

const locks = /(?:package-lock\.json|\.lock|-lock\.yaml|go\.sum)$/;

const secrets: Check = {
  summary: "keys, tokens and passwords written down",
  focus: "security",
  reads: (path) => !locks.test(path),
  run: async ({ changes }) => found(changes.flatMap(look)),
};
export default secrets;

function look({ path, after, added }: Change): readonly Finding[] {
  if (after === null || locks.test(path)) return [];
  return after.split("\n").flatMap((text, i): Finding[] => {
    const what = added.has(i + 1) ? secretIn(text, path)?.what : undefined;
    if (what === undefined) return [];
    return [
      {
        file: path,
        line: i + 1,
        severity: weighed("critical", path),
        rule: "secret",
        reason: `A ${what} is written down, and everyone who can read the repository has it.`,
        suggestion: "Read it from the environment, remove it from the history, and replace it.",
      },
    ];
  });
}

/** Returns the first secret in a line. */
export function secretIn(
  line: string,
  path: string,
): { readonly what: string; readonly value: string } | undefined {
  const text = line.slice(0, 2000);
  for (const [what, form] of Object.entries(known)) {
    const match = form.exec(text);
    const value = match?.[1] ?? match?.[0];
    if (
      value &&
      !/example|EXAMPLE|localhost|0{12}|1234567890abcdef/.test(match?.[0] ?? "") &&
      !placeholder.test(match?.[1] ?? "A1")
    )
      return { what, value };
  }
  const value = assigned.exec(text)?.[1];
  if (!value || isTest(path) || placeholder.test(value) || /^[\w.]+\(|^\/|^https?:/.test(value))
    return undefined;
  return mixed(value) ? { what: "password or key", value } : undefined;
}

const named = /^[A-Za-z]+(?:[-_.:]?[A-Za-z]+)*\d?$/;

/** Whether a value mixes character kinds, like generated secrets; words, headers and field names have only letters. */
const mixed = (value: string): boolean =>
  !named.test(value) &&
  [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length >= 2 &&
  entropy(value) >= 2.8;

function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const letter of value) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts.values()].reduce((sum, n) => sum - (n / value.length) * Math.log2(n / value.length), 0);
}

/** Redacts the secret in a line. */
export function struck(line: string, path: string): string {
  const secret = secretIn(line, path);
  return secret ? line.replaceAll(secret.value, "[secret]") : line;
}
