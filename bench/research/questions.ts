/** Questions in a user's words, and the files that answer them: separated by spaces, without extension. */
export type Asked = readonly (readonly [question: string, files: string])[];
export type Questions = Readonly<Record<string, Asked>>;

/** Written together with the ranking. */
export const first: Questions = {
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

/** First asked after the initial ranking was finished; inspected since. */
export const second: Questions = {
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

/** Sixty questions on other packages, written before the ranking's second version and not inspected for it. */
export const held: Questions = {
  graphql: [
    [
      "how does it suggest a name when I misspell a field",
      "jsutils/didYouMean jsutils/suggestionList validation/rules/FieldsOnCorrectTypeRule",
    ],
    [
      "where are two overlapping selections of the same field compared for conflicts",
      "validation/rules/OverlappingFieldsCanBeMergedRule",
    ],
    ["how is a triple-quoted string dedented", "language/blockString"],
    ["where are @skip and @include evaluated", "execution/collectFields"],
    ["how do I find out whether my schema change breaks clients", "utilities/findBreakingChanges"],
    ["how are variables coerced from the request's JSON", "execution/values utilities/coerceInputValue"],
    ["where is the null of a non-nullable field propagated to its parent", "execution/execute"],
    [
      "how is the source of an async iterator mapped to responses",
      "execution/mapAsyncIterator execution/subscribe",
    ],
    [
      "what stops an infinite loop of fragments that spread each other",
      "validation/rules/NoFragmentCyclesRule",
    ],
    ["how is a schema rebuilt from an introspection result", "utilities/buildClientSchema"],
    [
      "where is the line and column of an error computed and shown",
      "language/location language/printLocation",
    ],
    ["which values may a built-in Int take", "type/scalars"],
  ],
  "node-forge/lib": [
    ["how is randomness collected and reseeded", "prng random"],
    ["where is a large prime found", "prime prime.worker rsa"],
    ["how is a certificate chain verified", "x509"],
    ["how is a password turned into a key with many iterations", "pbkdf2 pbe"],
    ["how are private keys written for PuTTY", "ssh"],
    ["where is authenticated encryption in counter mode done", "cipherModes"],
    ["how are cookies of a response kept", "http xhr"],
    ["how is the handshake of a secure connection carried out", "tls"],
  ],
  "bson/src": [
    ["how is a unique identifier made from the time and a counter", "objectid"],
    ["where are documents turned into bytes", "parser/serializer bson"],
    ["how is the size of a document worked out before it is written", "parser/calculate_size bson"],
    ["how is exact decimal arithmetic stored in 128 bits", "decimal128"],
    ["how are values shown as JSON and read back", "extended_json"],
    ["where are UUIDs stored", "binary"],
    [
      "how is invalid UTF-8 rejected",
      "parse_utf8 utils/byte_utils utils/node_byte_utils utils/web_byte_utils",
    ],
    ["how are 64-bit whole numbers divided", "long"],
  ],
  "postcss/lib": [
    ["how is the source map written inline into the CSS", "map-generator"],
    ["where is an earlier source map loaded from its annotation", "previous-map"],
    ["how is the position of a syntax error shown with the code around it", "css-syntax-error"],
    ["where are strings and brackets recognized in the input", "tokenize"],
    ["what happens when a block is never closed", "parser"],
    ["how are asynchronous plugins run one after another", "lazy-result"],
    ["how can I remove every declaration that matches a property", "container"],
    ["where are commas split without breaking parentheses", "list"],
  ],
  "diff/libesm": [
    ["how is a patch applied when the lines have moved", "patch/apply util/distance-iterator"],
    ["where is a unified diff written out", "patch/create"],
    ["how can a patch be undone", "patch/reverse"],
    ["where are Windows and Unix newlines converted in a patch", "patch/line-endings"],
    ["how are words and the spaces between them told apart", "diff/word"],
    ["where is the shortest edit path searched", "diff/base"],
  ],
  "@anthropic-ai/sandbox-runtime/dist": [
    [
      "which system calls are blocked on Linux",
      "sandbox/generate-seccomp-filter sandbox/linux-sandbox-utils",
    ],
    [
      "how is a host checked against the allowed domains",
      "sandbox/domain-pattern sandbox/request-filter sandbox/sandbox-manager",
    ],
    ["where is the profile for Apple computers written", "sandbox/macos-sandbox-utils"],
    [
      "how are certificates forged to look inside encrypted traffic",
      "sandbox/mitm-ca sandbox/mitm-leaf sandbox/tls-terminate-proxy",
    ],
    [
      "how is a secret replaced by a placeholder that the program sees",
      "sandbox/credential-sentinel sandbox/credential-mask-env sandbox/credential-mask-files sandbox/body-substitution",
    ],
    ["what keeps a name from resolving to an internal address", "sandbox/resolved-address-guard"],
    ["how are arguments escaped for the shell", "utils/shell-quote"],
    ["where are requests to Amazon signed again", "sandbox/aws-sigv4"],
  ],
  "@redocly/openapi-core/lib": [
    [
      "how are external references inlined into one document",
      "bundle/bundle bundle/bundle-document bundle/bundle-visitor resolve",
    ],
    [
      "which rule complains about two paths that could match the same request",
      "rules/common/no-ambiguous-paths rules/common/no-identical-paths",
    ],
    ["how are problems printed to the terminal", "format/format format/codeframes"],
    ["where is the version of the specification recognized", "detect-spec"],
    [
      "how are components that nobody uses dropped",
      "decorators/oas3/remove-unused-components decorators/oas2/remove-unused-components",
    ],
    ["how is a problem silenced by the ignore file", "config/config config/load config/utils"],
  ],
  "iconv-lite": [
    ["how is the byte order mark stripped", "lib/bom-handling"],
    ["how are Chinese and Japanese characters of two bytes decoded", "encodings/dbcs-codec"],
    ["can I convert text while it streams", "lib/streams lib/index"],
    ["how is the byte order guessed when decoding", "encodings/utf16 encodings/utf32"],
  ],
};
