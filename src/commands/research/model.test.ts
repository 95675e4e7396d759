import { describe, expect, it } from "vitest";
import { project, reply, scripted } from "../session.suite.ts";
import { alternativesIn } from "./compare.ts";

const shop = {
  "package.json": '{"name": "shop", "dependencies": {"redis": "^6.0.0"}}\n',
  ".env": "TOKEN=not-a-real-value-1\n",
  "src/session.js":
    'const redis = require("redis");\n\n/** Keeps sessions in redis. */\nexports.keepSession = (id) => redis.set(id, "1");\n',
  "src/cache.js":
    "/** A cache of pages in redis. */\nexports.cachePage = (redis, page) => redis.set(page);\n",
  "src/list.js": "/** Pages kept in memory. */\nexports.pages = new Map();\n",
};
const answer = (value: object): ReturnType<typeof reply> =>
  reply(`Here you are:\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\``);

describe("/research with a model", () => {
  it("keeps claims whose quotation stands in the file, at its real line, and drops the rest", async () => {
    const at = project(shop);
    const hash = at.git("rev-parse", "--short=10", "HEAD").trim();
    const quote = 'exports.keepSession = (id) => redis.set(id, "1");';
    const { model, requests } = scripted([
      answer({
        claims: [
          { text: "Sessions are kept in redis.", citations: [{ file: "src/session.js", line: 2, quote }] },
          {
            text: "They expire after a day.",
            citations: [{ file: "src/session.js", line: 4, quote: "ttl: 86400" }],
          },
          { text: "Nobody says so.", citations: [] },
          { text: "It reads a secret.", citations: [{ file: ".env", line: 1, quote: "TOKEN=not-a-real" }] },
          { text: "From outside.", citations: [{ file: "/etc/passwd", line: 1, quote: "root:x:0:0" }] },
          { text: "It began so.", citations: [{ commit: hash, quote: "Begin" }] },
        ],
        not_found: ["how long a session <lives>"],
      }),
    ]);
    const { outcome, text } = await at.run('/research "where are sessions kept"', { model });
    expect(outcome).toBe("done");
    expect(text).toContain("Sessions are kept in redis. (`src/session.js:4`)");
    expect(text).toContain(`4 │ ${quote}`);
    expect(text).toMatch(/\*\*dropped, as what they cite isn't there\*\*: 5/);
    for (const word of ["expire", "Nobody", "secret", "outside"]) expect(text).not.toContain(word);
    expect(text).toContain("how long a session \\<lives\\>");
    expect(JSON.stringify(requests)).not.toContain("not-a-real-value-1");
  });

  it("takes an answer in another form for none, and asks nobody with --exact", async () => {
    const at = project(shop);
    const { model, requests } = scripted([reply("Sessions are kept somewhere.")]);
    const first = await at.run('/research "where are sessions kept"', { model });
    expect(first.text).toContain("The model's answer was not a list of claims.");
    expect(first.text).not.toContain("somewhere");
    expect(first.text).toContain("**best place**: `src/session.js:");
    await at.run('/research "where are sessions kept" --exact', { model });
    expect(requests).toHaveLength(1);
  });

  it("holds alternatives against each other by what the project has of each", async () => {
    const at = project(shop);
    const { text } = await at.run('/research "redis or memory" --compare');
    expect(text).toMatch(/\| `redis` \| 3 \| `src\/\w+\.js:\d+` \| \d+ \| \d+ \| `\^6\.0\.0` \|/);
    expect(text).toMatch(/\| `memory` \| 1 \| `src\/list\.js:\d` \|.*\| no \|/);
    expect(text).toContain("Most of the project speaks of `redis`: 3 files, 1 of the next.");
    await expect(at.run('/research "redis" --compare')).rejects.toMatchObject({ code: "compare_what" });
  });

  it.each([
    ["should we cache in redis or memory?", ["redis", "memory"]],
    ["vitest vs. jest", ["vitest", "jest"]],
    ["express, fastify or hono", ["express", "fastify", "hono"]],
    ["keep pages in a map versus redis", ["map", "redis"]],
  ])("reads the alternatives of %s", (question, names) => {
    expect(alternativesIn(question)).toEqual(names);
  });
});
