import type { Database, Ecosystem, Framework, TestFramework } from "./leaves.ts";
import { python } from "./python/index.ts";
import { typescript } from "./typescript/index.ts";

/** By output language. */
export const ecosystems = { typescript, python } as const satisfies Readonly<Record<string, Ecosystem>>;

const every: readonly Ecosystem[] = Object.values(ecosystems);
const names = (of: (ecosystem: Ecosystem) => readonly string[]): readonly string[] => [
  ...new Set(every.flatMap(of)),
];

export const frameworkNames = names((ecosystem) => ecosystem.frameworks.names);
export const databaseNames = names((ecosystem) => ecosystem.databases.names);
export const testFrameworkNames = names((ecosystem) => ecosystem.testFrameworks.names);

export interface Variant {
  readonly ecosystem: Ecosystem;
  readonly framework: string;
  readonly database: string;
  readonly testFramework: string;
}

/** Every combination that can be generated. */
export const variants: readonly Variant[] = every.flatMap((ecosystem) =>
  ecosystem.frameworks.names.flatMap((framework) =>
    ecosystem.databases.names.flatMap((database) =>
      ecosystem.testFrameworks.names.map((testFramework) => ({
        ecosystem,
        framework,
        database,
        testFramework,
      })),
    ),
  ),
);

export async function leavesOf({ ecosystem, framework, database, testFramework }: Variant) {
  const [first, second, testing] = await Promise.all([
    ecosystem.frameworks.load(framework),
    ecosystem.databases.load(database),
    ecosystem.testFrameworks.load(testFramework),
  ]);
  // what the tables hold
  return { framework: first as Framework, database: second as Database, testing: testing as TestFramework };
}
