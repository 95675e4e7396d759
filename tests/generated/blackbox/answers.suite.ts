import { beforeAll, describe, expect, it } from "vitest";
import { examples, type ApiDefinition } from "../../../src/api/index.ts";
import { variants, type Variant } from "../../../src/generate/index.ts";
import { hasAccounts } from "../../../src/generate/tokens.ts";
import { probes } from "./probes.ts";
import { installAll } from "../harness.ts";
import type { Mongo } from "../../../src/generate/typescript/databases/mongodb/shipped/server.ts";
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

/** Those that serve registration and login: the scenarios of an API with accounts begin with them. */
const signsIn = new Set(
  (
    await Promise.all(
      servers.map(async (variant) => {
        const { accounts } = await variant.ecosystem.frameworks.load(variant.framework);
        return accounts ? [variant] : [];
      }),
    )
  ).flat(),
);

/** What servers are asked about, and which. */
interface Comparison {
  readonly what: string;
  readonly api: ApiDefinition;
  /** The databases of those that are compared; all if left out. */
  readonly databases?: readonly string[];
  readonly mongo?: () => Promise<Mongo>;
  /** Names of scenarios that such a database can't play. */
  readonly without?: RegExp;
}

const scenarios = ({ api, without }: Comparison): readonly Scenario[] =>
  [
    ...played(api).map(({ operationId, name: what, before, call }) => ({
      name: `${operationId} ${what}`,
      before,
      calls: [call],
    })),
    ...probes(api),
  ].filter(({ name: what }) => !without?.test(what));

type Transcript = ReadonlyMap<string, readonly Entry[]>;

/** Everything that a server answers, scenario by scenario. */
async function transcriptOf(comparison: Comparison, variant: Variant): Promise<Transcript> {
  const { api, mongo } = comparison;
  const server = await startVariant(api, variant, mongo);
  try {
    const scenario = player(api, server.url);
    const entries = new Map<string, readonly Entry[]>();
    for (const each of scenarios(comparison)) entries.set(each.name, await scenario(each));
    return entries;
  } finally {
    await server.stop();
  }
}

/** The servers of every framework and database answer alike, as one of them does that answers as the examples say. */
export function answersAlike(comparison: Comparison): void {
  const { what: title, api, databases } = comparison;
  const [reference, ...rest] = servers;
  if (!reference) throw new Error("There are no variants.");
  const others = rest.filter(
    (variant) =>
      (databases?.includes(variant.database) ?? true) && (!hasAccounts(api) || signsIn.has(variant)),
  );
  let wanted: Transcript = new Map();

  describe(title, () => {
    beforeAll(installAll);
    beforeAll(async () => {
      wanted = await transcriptOf(comparison, reference);
    });

    it("answer as the examples say", () => {
      const statuses = played(api)
        .map(({ operationId, name: what, expect: { status } }) => ({
          what: `${operationId} ${what}`,
          status,
        }))
        .filter(({ what }) => wanted.has(what));
      const answered = statuses.map(({ what }) => ({ what, status: wanted.get(what)?.at(-1)?.status }));
      expect(answered).toEqual(statuses);
      expect([...wanted.values()].flat().filter(({ status }) => status >= 500 && status !== 501)).toEqual([]);
    });

    it("say what a path can be asked by, where it is asked otherwise", () => {
      const refused = [...wanted.values()].flat().filter(({ status }) => status === 405);
      // Each resource is asked for posts to one, and deletions and replacements of all.
      expect(refused.length).toBeGreaterThanOrEqual(3 * api.resources.length);
      expect(refused.filter(({ headers }) => !/^[A-Z]+(, [A-Z]+)*$/.test(headers["allow"] ?? ""))).toEqual(
        [],
      );
    });

    it.each(others.map((variant) => [name(variant), variant] as const))(
      `${name(reference)} and %s answer alike`,
      async (_, variant) => {
        const answered = await transcriptOf(comparison, variant);
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
