import { Stop } from "../../evaluate/machine.ts";
import type { Machine, Part, Run, Value } from "../../evaluate/types.ts";
import { credentials } from "../observe.ts";
import { isHttp, thrownStatus } from "../thrown.ts";

/** Parts of a request that hold what somebody signs in with as well as anything else. */
const plain: readonly Part[] = ["body", "query", "path"];

const readsOf = (run: Run): number =>
  plain.reduce((sum, part) => sum + (run.reads.get(part)?.size ?? 0), 0) + run.checked.length;

/**
 * Asks for something before an endpoint. What refuses with 401 without looking at anything but the request as a whole asks
 * for credentials, also where only running tells how (a plug-in, a service).
 */
export function guarded(ask: () => Value, { run, m }: { run: Run; m: Machine }): Value {
  const [thrown, reads] = [m.throws.length, readsOf(run)];
  const value = ask();
  // who sends something else may sign in by it
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
