import { readSpec, describeWarnings, type Spec } from "../../api/index.ts";
import { UserError } from "../../lib/index.ts";
import type { Session } from "../../session/index.ts";

export interface ReadingOptions {
  /** Reads references to other hosts, if that is allowed. */
  readonly remote: ((address: string) => Promise<string>) | undefined;
  /** Also generates from a document with invalid parts, without these. */
  readonly lenient: boolean;
}

const mostShown = 10;

const linesText = (warningLines: readonly string[]): string =>
  warningLines.slice(0, mostShown).join("\n  ") +
  (warningLines.length > mostShown ? `\n  and ${warningLines.length - mostShown} more` : "");

/**
 * Reads a specification and what is wrong with it, as sentences.
 * @throws UserError `broken_spec` for invalid YAML or JSON and unresolved references, unless lenient, and
 * `no_endpoint` without endpoints
 */
export async function readSpecification(
  path: string,
  { remote, lenient }: ReadingOptions,
  session: Session,
): Promise<{ readonly spec: Spec; readonly warnings: readonly string[] }> {
  session.progress(`Reading ${path}`);
  const read = (file: string): Promise<string> => session.source.files.read(file);
  const { spec, warnings } = await readSpec(path, read, remote);
  const broken = await describeWarnings(
    warnings.filter((warning) => warning.broken),
    read,
  );
  if (broken.length && !lenient)
    throw new UserError(
      "broken_spec",
      `${path} has errors:\n  ${linesText(broken)}`,
      "Correct it, or generate without these parts: --lenient",
    );
  const warningLines = await describeWarnings(warnings, read);
  if (spec.operations.length === 0)
    throw new UserError(
      "no_endpoint",
      `${path} describes no endpoint.`,
      `Write its paths, each with its operations${warningLines.length ? `: ${warningLines.slice(0, 3).join("; ")}` : "."}`,
    );
  return { spec, warnings: warningLines };
}
