import { beforeAll, describe, expect, it } from "vitest";
import { examples, withBearer, type ApiDefinition } from "../../../src/api/index.ts";
import { shop } from "../../../src/api/testing.ts";
import { variants, type Variant } from "../../../src/generate/index.ts";
import { probes } from "./probes.ts";
import { installAll } from "../harness.ts";
import { startVariant } from "./servers.ts";
import { player, type Entry, type Scenario } from "./transcript.ts";

const whole = process.env["ANTIPHON_EXAMPLES"] === "all";

/** Of the examples, which each variant's own tests hold too, a part is enough; `ANTIPHON_EXAMPLES=all` plays all. */
const played = (api: ApiDefinition) => examples(api).filter((_, index) => whole || index % 5 === 0);

const name = ({ framework, database }: Variant): string => `${framework} ${database}`;

/** What answers is the same whatever tests it, so each server is started once. */
const servers = variants.filter(
  (variant, index, list) => list.findIndex((other) => name(other) === name(variant)) === index,
);

const scenarios = (api: ApiDefinition): readonly Scenario[] => [
  ...played(api).map(({ operationId, name: what, before, call }) => ({
    name: `${operationId} ${what}`,
    before,
    calls: [call],
  })),
  ...probes(api),
];

type Transcript = ReadonlyMap<string, readonly Entry[]>;

/** Everything that a server answers, scenario by scenario. */
async function transcriptOf(api: ApiDefinition, variant: Variant): Promise<Transcript> {
  const server = await startVariant(api, variant);
  try {
    const scenario = player(api, server.url);
    const entries = new Map<string, readonly Entry[]>();
    for (const each of scenarios(api)) entries.set(each.name, await scenario(each));
    return entries;
  } finally {
    await server.stop();
  }
}

/** The servers of every framework and database answer alike, as one of them does that answers as the examples say. */
export function answersAlike(auth: boolean): void {
  const api = auth ? withBearer(shop()) : shop();
  const [reference, ...others] = servers;
  if (!reference) throw new Error("There are no variants.");
  let wanted: Transcript = new Map();

  describe(auth ? "servers that ask for a token" : "servers that ask for none", () => {
    beforeAll(installAll);
    beforeAll(async () => {
      wanted = await transcriptOf(api, reference);
    });

    it("answer as the examples say", () => {
      const statuses = played(api).map(({ operationId, name: what, expect: { status } }) => ({
        what: `${operationId} ${what}`,
        status,
      }));
      const answered = statuses.map(({ what }) => ({ what, status: wanted.get(what)?.at(-1)?.status }));
      expect(answered).toEqual(statuses);
      expect([...wanted.values()].flat().filter(({ status }) => status >= 500 && status !== 501)).toEqual([]);
    });

    it.each(others.map((variant) => [name(variant), variant] as const))(
      `${name(reference)} and %s answer alike`,
      async (_, variant) => {
        const answered = await transcriptOf(api, variant);
        const different = [...wanted].flatMap(([what, entries]) => {
          const theirs = answered.get(what) ?? [];
          return entries.flatMap((entry, index) =>
            JSON.stringify(entry) === JSON.stringify(theirs[index])
              ? []
              : [{ what, wanted: entry, answered: theirs[index] }],
          );
        });
        expect(different).toEqual([]);
      },
    );
  });
}
