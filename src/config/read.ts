import { UserError } from "../lib/index.ts";
import type { Read } from "./fields.ts";
import { parseLocated, type Entry, type Located, type Problem } from "./located.ts";
import { routeProblems, routes } from "./routes.ts";
import { file as fields } from "./sections.ts";

export type Config = Read<typeof fields>;

/** Checks the text of a configuration file: returns all problems in order of their places, or the values. */
export async function checkConfig(
  text: string,
  file: string,
): Promise<{ readonly config: Config | undefined; readonly problems: readonly Problem[] }> {
  const { root, problems: broken } = await parseLocated(text, file);
  const problems = [...broken];
  const config = fields.read(root, { path: "", problems });
  problems.push(...betweenSections(root));
  const order = ({ place: { line = 0, column = 0 } }: Problem): number => line * 1e6 + column;
  problems.sort((a, b) => order(a) - order(b));
  return { config: problems.length > 0 ? undefined : config, problems };
}

/** Problems of names that one section takes from another, whatever else is wrong in them. */
function betweenSections(root: Located): readonly Problem[] {
  const entries = (name: string): readonly Entry[] => {
    const section = root.kind === "map" && root.entries.find((entry) => entry.name === name)?.value;
    return section && section.kind === "map" ? section.entries : [];
  };
  const names = (name: string): readonly string[] => entries(name).map((entry) => entry.name);
  const node: Located = { kind: "map", place: root.place, entries: entries("routes") };
  const readable = routes.read(node, { path: "routes", problems: [] }) ?? {};
  return routeProblems(readable, { upstreams: names("upstreams"), routes: names("routes") });
}

/** Returns the values of a configuration file. Throws UserError for the first problem, with its place. */
export async function readConfig(text: string, file: string): Promise<Config> {
  const { config, problems } = await checkConfig(text, file);
  if (config !== undefined) return config;
  const [first] = problems;
  const more = problems.length > 1 ? ` \`antiphon config check\` lists all ${problems.length} problems.` : "";
  throw new UserError("config", first?.message ?? "The file can't be read.", `${first?.fix ?? ""}${more}`, {
    ...(first && { place: first.place }),
    usage: true,
  });
}

/** The JSON Schema of the file, for editors. */
export const configSchema = (): object => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Configuration of antiphon serve",
  ...fields.schema,
});
