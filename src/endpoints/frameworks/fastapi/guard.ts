import { Stop } from "../../evaluate/machine.ts";
import type { Machine, Part, Run, Value } from "../../evaluate/types.ts";
import { credentials } from "../observe.ts";
import { isHttp, thrownStatus } from "../thrown.ts";

/** Parts of a request that may hold sign-in data as well as anything else. */
const plain: readonly Part[] = ["body", "query", "path"];

const readsOf = (run: Run): number =>
  plain.reduce((sum, part) => sum + (run.reads.get(part)?.size ?? 0), 0) + run.checked.length;

/**
 * Evaluates a dependency of an endpoint. One that refuses with 401 and reads at most the request as a whole requires
 * credentials, even if how is known only at run time (a plug-in, a service).
 */
export function guarded(ask: () => Value, { run, m }: { run: Run; m: Machine }): Value {
  const [thrown, reads] = [m.throws.length, readsOf(run)];
  const value = ask();
  // other input that it reads may be used for signing in
  if (readsOf(run) > reads)
    for (const error of m.throws.slice(thrown))
      if (!thrownStatus(error).includes(403)) run.gateErrors.delete(error);
  const isRefusing = m.throws
    .slice(thrown)
    .some((error) => isHttp(error) && thrownStatus(error).includes(401));
  if (!isRefusing || run.identity || readsOf(run) > reads) return value;
  credentials(m, "bearer");
  if (run.absent) throw new Stop();
  return value;
}
