import { UserError } from "../lib/index.ts";
import type { Files } from "../workspace/index.ts";

const secret =
  /(?:^|\/)(?:\.env(?:\..+)?|\.npmrc|\.netrc|\.pypirc|\.git-credentials|id_(?:rsa|dsa|ecdsa|ed25519)|credentials(?:\.json)?|[^/]*\.(?:pem|key|p12|pfx|keystore))$/i;
const sample = /\.(?:example|sample|template|dist|defaults|pub)$/i;
const settings = /(?:^|\/)\.(?:antiphon|git)(?:\/|$)/i;

/** Whether a file's content is never shown to a model. */
export const isSecret = (path: string): boolean => secret.test(path) && !sample.test(path);

/** Resolves a path that a model may read. Raises UserError for secrets. */
export async function readable(files: Files, path: string): Promise<string> {
  const real = await files.resolve(path);
  if (isSecret(real) || isSecret(path))
    throw new UserError(
      "tool-secret",
      `${JSON.stringify(path)} holds secrets and isn't shown`,
      "Use the sample file beside it.",
    );
  return real;
}

/** Resolves a path that a model may write. Raises UserError for secrets, Antiphon's settings and git's folder. */
export async function writable(files: Files, path: string): Promise<string> {
  const real = await readable(files, path);
  if (settings.test(real) || settings.test(path))
    throw new UserError(
      "tool-settings",
      `${JSON.stringify(path)} may only be changed by the user`,
      "Tell the user what to change there.",
    );
  return real;
}
