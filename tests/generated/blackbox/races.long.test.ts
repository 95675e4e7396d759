import { describe, expect, it } from "vitest";
import { definitionFromYaml, withEtags, type ApiDefinition } from "../../../src/api/index.ts";
import { missing, startCluster } from "../../../src/gateway/store/cluster.suite.ts";
import { variants, type Variant } from "../../../src/generate/index.ts";
import { startMongo } from "../../../src/generate/typescript/databases/mongodb/shipped/server.ts";
import { startVariant } from "./servers.ts";

const folders = definitionFromYaml(
  `resources:
  Folder:
    fields: { name: string required }
    relations: { parent: "belongs to Folder, optional, inverse children" }
    actions: { move: { set: { parentId: $input } } }
`,
  "api.yaml",
);

/** A server of each way to PostgreSQL. */
const servers = ["express postgres", "express prisma", "fastapi postgres"];
const variantOf = (server: string): Variant | undefined =>
  variants.find(({ framework, database }) => `${framework} ${database}` === server);

async function send(url: string, method: string, body: object): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return fetch(url, { method, headers, body: JSON.stringify(body) });
}

/** Requests that give a folder a parent. */
const ways = {
  PATCH: (folder: string, parentId: string) => send(folder, "PATCH", { parentId }),
  PUT: (folder: string, parentId: string) => send(folder, "PUT", { name: "moved", parentId }),
  "an action": (folder: string, parentId: string) => send(`${folder}/move`, "POST", { parentId }),
};

/** The statuses of two requests at once, each of which makes one of two new folders the other's parent. */
async function swap(folders: string, way: (typeof ways)[keyof typeof ways]): Promise<readonly number[]> {
  const create = async (): Promise<string> => {
    const answer = await send(folders, "POST", { name: "new" });
    return ((await answer.json()) as { readonly id: string }).id; // as the definition says
  };
  const [a, b] = await Promise.all([create(), create()]);
  const answers = await Promise.all([way(`${folders}/${a}`, b), way(`${folders}/${b}`, a)]);
  return answers.map(({ status }) => status).toSorted();
}

describe.skipIf(missing)("two changes at once that would make a circle on PostgreSQL", () => {
  it.each<{ server: string; api: ApiDefinition; versions: string }>(
    servers.flatMap((server) => [
      { server, api: folders, versions: "without versions" },
      { server, api: withEtags(folders), versions: "with versions" },
    ]),
  )("refuses one of them: $server, $versions", async ({ server, api }) => {
    const variant = variantOf(server);
    if (!variant) throw new Error(`no variant is called ${server}`);
    const cluster = await startCluster();
    try {
      const { place } = await cluster.store();
      const running = await startVariant(api, variant, startMongo, { DATABASE_URL: place });
      try {
        for (const [name, way] of Object.entries(ways)) {
          const rounds = Array.from({ length: 25 }, () => swap(`${running.url}/api/folders`, way));
          for (const statuses of await Promise.all(rounds)) expect(statuses, name).toEqual([200, 409]);
        }
      } finally {
        await running.stop();
      }
    } finally {
      await cluster.remove();
    }
  });
});
