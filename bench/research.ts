/**
 * How often /research finds the file that answers a question about a package of node_modules:
 * `npx node bench/research.ts [--misses]`. Questions are in a user's words; the answer is a file, whatever its ending.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rankFiles } from "../src/commands/research/files.ts";
import { readQuestion } from "../src/commands/research/question.ts";
import { openIndex } from "../src/inspect/index.ts";
import { openWorkspace } from "../src/workspace/index.ts";

type Asked = readonly (readonly [question: string, files: string])[];

/** Files that answer, separated by spaces; without their ending. */
const packages: Readonly<Record<string, Asked>> = {
  "ajv/lib": [
    ["where is a $ref resolved", "compile/resolve vocabularies/core/ref compile/index"],
    ["how is additionalProperties checked", "vocabularies/applicator/additionalProperties"],
    ["where are property defaults assigned", "compile/validate/defaults"],
    ["how are types coerced", "compile/validate/dataType"],
    ["how does it count the length of a string with surrogate pairs", "runtime/ucs2length"],
    ["where is uniqueItems implemented", "vocabularies/validation/uniqueItems"],
    ["how is the discriminator keyword handled", "vocabularies/discriminator/index"],
    ["how are error messages generated and extended", "compile/errors"],
    ["where is standalone validation code produced", "standalone/index"],
    ["how does the code generator optimize nodes", "compile/codegen/index"],
    ["what error is thrown for a missing ref", "compile/ref_error"],
    ["where are timestamps validated", "runtime/timestamp"],
    ["how are user-defined keywords evaluated", "compile/validate/keyword"],
    ["how are JTD schemas serialized", "compile/jtd/serialize"],
    ["where is the minimum and maximum of numbers limited", "vocabularies/validation/limitNumber"],
  ],
  "zod/src/v4/core": [
    ["where are errors turned into a tree", "errors"],
    [
      "how is a schema converted to JSON Schema",
      "to-json-schema json-schema-processors json-schema-generator",
    ],
    ["which regular expression validates an email", "regexes"],
    ["how is metadata about schemas registered", "registries"],
    ["where is the check for a string length or minimum size", "checks"],
    ["how is a value parsed safely without throwing", "parse"],
    ["how does it build source code of a function line by line", "doc"],
    ["what is the current version number", "versions"],
    ["how are two objects merged deeply", "util schemas"],
    ["where is the configuration of custom error messages kept", "core"],
  ],
  "yaml/dist": [
    ["where are anchors and aliases created", "doc/anchors nodes/Alias"],
    ["how is the source split into tokens", "parse/lexer parse/cst"],
    ["how are block scalars resolved", "compose/resolve-block-scalar"],
    ["where are comments written when stringifying", "stringify/stringifyComment"],
    ["how are long lines folded", "stringify/foldFlowLines"],
    ["where are timestamps parsed", "schema/yaml-1.1/timestamp"],
    ["how is a merge key handled", "schema/yaml-1.1/merge"],
    ["how are line numbers counted", "parse/line-counter"],
    ["where are %YAML and %TAG directives parsed", "doc/directives"],
    ["how can I visit every node of a document", "visit parse/cst-visit"],
    ["how are duplicate map keys detected", "compose/util-map-includes"],
    ["where is binary data decoded from base64", "schema/yaml-1.1/binary"],
    ["how are numbers turned into strings", "stringify/stringifyNumber"],
  ],
  "express/lib": [
    ["where is a redirect sent", "response"],
    ["how is the client's IP address determined behind a proxy", "request utils"],
    ["how are templates looked up and rendered", "view application response"],
    ["how are application settings enabled and disabled", "application"],
    ["where is the ETag generated", "utils"],
  ],
  "@modelcontextprotocol/sdk/dist/esm": [
    ["how is an OAuth token refreshed by a client", "client/auth server/auth/handlers/token"],
    ["where is a tool registered on the server", "server/mcp"],
    ["how are messages read line by line from standard input", "shared/stdio server/stdio client/stdio"],
    ["how does a request time out", "shared/protocol"],
    ["how are URI templates expanded", "shared/uriTemplate"],
  ],
  "vite/dist/client": [["how is the error overlay shown", "client"]],
  "jsonrepair/lib/esm": [
    ["where are missing quotes repaired", "regular/jsonrepair streaming/core"],
    ["which characters are quotes or whitespace", "utils/stringUtils"],
  ],
};

/** Asked after the ranking was finished, which was not changed for them. */
const later: Readonly<Record<string, Asked>> = {
  "jose/dist/webapi": [
    ["how is a JWK thumbprint calculated", "jwk/thumbprint"],
    ["where are remote key sets fetched and cached", "jwks/remote"],
    ["where is the expiration of a token checked", "lib/jwt_claims_set jwt/verify"],
    ["how is base64url encoded", "util/base64url"],
    ["how is a PEM key imported", "key/import lib/asn1"],
    ["how are tokens without a signature read", "jwt/unsecured"],
    ["where is a key pair generated", "key/generate_key_pair"],
  ],
  "hono/dist": [
    ["how is cross-origin access allowed", "middleware/cors/index"],
    ["where is a cookie signature verified", "utils/cookie helper/cookie/index"],
    ["how is the size of a request body limited", "middleware/body-limit/index"],
    ["how are file extensions mapped to MIME types", "utils/mime"],
    [
      "how are routes matched by a trie",
      "router/reg-exp-router/trie router/trie-router/node router/trie-router/router",
    ],
    ["where is basic authentication parsed", "utils/basic-auth auth middleware/basic-auth/index"],
    ["how is a response compressed", "middleware/compress/index utils/compress"],
  ],
  "smol-toml/dist": [
    ["how are dates parsed", "date primitive"],
    ["where are objects serialized to TOML", "stringify"],
    ["how is the line of an error shown", "error"],
  ],
  "commander/lib": [
    ["how is a similar command suggested for a typo", "suggestSimilar"],
    ["where is help text wrapped to the width of the terminal", "help"],
    ["how can an option be read from an environment variable", "option command"],
  ],
};

const clock = { now: () => Date.now(), sleep: () => Promise.resolve() };
const state = await mkdtemp(join(tmpdir(), "antiphon-research-"));
const plain = (file: string): string => file.replace(/\.d\.[mc]?ts$|\.[mc]?[jt]s$/, "");

async function ask(questions: Readonly<Record<string, Asked>>): Promise<string> {
  let [first, five, all] = [0, 0, 0];
  for (const [folder, asked] of Object.entries(questions)) {
    const started = performance.now();
    const root = join(import.meta.dirname, "../node_modules", folder);
    const index = await openIndex(await openWorkspace(root, { state, clock }));
    const read = performance.now() - started;
    let [ones, fives] = [0, 0];
    for (const [question, files] of asked) {
      const right = new Set(files.split(" "));
      const found = rankFiles(index, readQuestion(question)).map(({ file }) => plain(file));
      const rank = found.findIndex((file) => right.has(file));
      if (rank === 0) ones += 1;
      if (rank >= 0 && rank < 5) fives += 1;
      else if (process.argv.includes("--misses"))
        console.log(
          `  ${question}\n    wanted ${files} (at ${rank + 1}), found ${found.slice(0, 5).join(" ")}`,
        );
    }
    const total = performance.now() - started;
    console.log(
      `${folder.padEnd(36)} first ${ones}, in the first five ${fives} of ${asked.length}; ${index.files.length} files read in ${read.toFixed(0)} ms, a question ${((total - read) / asked.length).toFixed(0)} ms`,
    );
    [first, five, all] = [first + ones, five + fives, all + asked.length];
  }
  const share = (part: number): string => `${part} of ${all} (${((100 * part) / all).toFixed(0)} %)`;
  return `right file first: ${share(first)}; in the first five: ${share(five)}`;
}

try {
  console.log(`questions written with the ranking: ${await ask(packages)}`);
  console.log(`questions asked later: ${await ask(later)}`);
} finally {
  await rm(state, { recursive: true, force: true });
}
