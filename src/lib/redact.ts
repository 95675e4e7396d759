import { isObject } from "./json.ts";

/** Forms of keys in conversations, output of programs and code. */
const forms = [
  /\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}/g,
  /\b(?:ghp|gho|ghs|ghu|github_pat|glpat|npm|xox[abprs])[_-][A-Za-z0-9_-]{16,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{35}/g,
  /\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*/g,
  /(?<=\bbearer\s+)[A-Za-z0-9._~+/-]{16,}=*/gi,
  /(?<=:\/\/[^\s:@/]{1,80}:)[^\s:@/]{4,80}(?=@(?!localhost|127\.))/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g,
];

const mark = "[redacted]";

export type Redact = <T>(value: T) => T;

/**
 * Returns a function that redacts all texts of a JSON value: the secrets of at least four characters, and anything in
 * the form of a key.
 */
export function redactor(secrets: readonly string[]): Redact {
  const known = secrets.filter((secret) => secret.length >= 4).toSorted((a, b) => b.length - a.length);
  const clean = (text: string): string => {
    const without = known.reduce((rest, secret) => rest.replaceAll(secret, mark), text);
    return forms.reduce((rest, form) => rest.replaceAll(form, mark), without);
  };
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return clean(value);
    if (Array.isArray(value)) return value.map(walk);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [clean(key), walk(inner)]));
  };
  return <T>(value: T) => walk(value) as T; // the same shape with other texts
}
