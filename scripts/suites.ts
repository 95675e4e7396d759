/** Tests of `npm run test:attack`, by attack: each checks that a known incident elsewhere can't happen here. */
export const attacks: Readonly<Record<string, readonly string[]>> = {
  "keys: pasted into SQL, told apart by a part, in logs, reports and recordings": [
    "src/gateway/keys/*.test.ts",
    "src/server/gateway/*.test.ts",
    "src/models/models.test.ts",
    "src/models/replay/replay.test.ts",
    "tests/keys.test.ts",
  ],
  "routes without authentication; Host, Origin, rebinding, foreign forms": [
    "src/server/access.test.ts",
    "src/server/ui/session.test.ts",
    "src/server/ui/browser.long.test.ts",
  ],
  "requests that stop others: depth, patterns, products, sizes, slow bodies": [
    "src/schema/hostile.test.ts",
    "src/server/{body,memory,schemas}.test.ts",
    "src/server/hostile/hostile.test.ts",
    "src/server/work/*.test.ts",
    "src/models/builtin/bad.test.ts",
  ],
  "upstreams: chosen by the caller, redirects, templates of model files": [
    "src/models/{anthropic,openai,http,gguf}/*.test.ts",
    "src/server/upstream.test.ts",
  ],
  "models that obey what they read, loop, invent tools or write outside": [
    "src/tools/*.test.ts",
    "src/commands/bad-models.long.test.ts",
    "src/models/guard/*.test.ts",
  ],
  "repositories: settings, links, paths, programs that leave the sandbox": [
    "src/session/settings.test.ts",
    "src/workspace/{workspace,undo}.test.ts",
    "src/workspace/sandbox/*.test.ts",
  ],
  "specifications: names as code, references to files, alias bombs": [
    "src/api/from/openapi/read.test.ts",
    "src/generate/hostile-documents.long.test.ts",
    "tests/generated/variants.test.ts",
  ],
  "pages and documents: scripts in descriptions": [
    "src/document/page/*.test.ts",
    "src/commands/doc/bad-input.test.ts",
    "src/commands/doc/api-page.long.test.ts",
  ],
  "secrets and personal data in requests": [
    "src/gateway/guardrails/guardrails.test.ts",
    "src/gateway/bodies/bodies.test.ts",
  ],
};

/** Tests of `npm run test:drills`, by failure: interrupted, killed, full or missing, and what must be left then. */
export const drills: Readonly<Record<string, readonly string[]>> = {
  "commands that write are killed": [
    "src/workspace/kill*.test.ts",
    "src/session/journal*.test.ts",
    "tests/faults/*.test.ts",
  ],
  "models fail, cut, or are silent": [
    "src/models/{in-time,retries}.test.ts",
    "src/models/fault/fault.test.ts",
  ],
  "servers are killed, stores restarted, disks full": [
    "src/gateway/ledger/*.test.ts",
    "src/gateway/store/*.test.ts",
    "src/gateway/{outage,rates}/*.test.ts",
    "src/gateway/routing/routing.test.ts",
    "src/loops/*.test.ts",
    "src/cli/{loops.long,reload,cancel}.test.ts",
    "tests/reload.test.ts",
  ],
};
