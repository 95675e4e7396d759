import { fromIstanbul } from "../coverage/istanbul.ts";
import type { Coverage } from "../coverage/contract.ts";

/** Coverage for runners that can't measure it themselves and whose tests are plain programs. */
export const byC8: Coverage = {
  needs: ["c8", "nyc"],
  file: "coverage-final.json",
  measured: (command, installed) => [
    installed,
    "--reporter=json",
    installed === "c8" ? "--reports-dir={reports}" : "--report-dir={reports}",
    ...command,
  ],
  read: fromIstanbul,
};
