import { join } from "node:path";
import type { ApiDefinition } from "../../../src/api/index.ts";
import type { Ecosystem, Variant } from "../../../src/generate/index.ts";
import { ecosystems } from "../../../src/generate/variants.ts";
import { filesOf, installTogether, remove, serveProject, write } from "../harness.ts";
import { startMongo, type Mongo } from "../../../src/generate/typescript/databases/mongodb/shipped/server.ts";
import { pythonPrograms } from "../venv.ts";
import { tokenEnvironment } from "./tokens.ts";

/** A generated server that runs, and only its address is known. */
export interface Running {
  readonly url: string;
  stop(): Promise<void>;
}

/** Installs what the project in `root` needs and starts it. */
type Start = (
  root: string,
  environment: NodeJS.ProcessEnv,
) => Promise<{ readonly port: number; stop(): void }>;

const node: Start = async (root, environment) => {
  await installTogether(root);
  return serveProject(root, environment);
};

const python: Start = async (root, environment) =>
  serveProject(root, environment, [join(await pythonPrograms(), "python"), "-m", "src.server"]);

/** How projects of each language are started. */
const starts: ReadonlyMap<Ecosystem, Start> = new Map<Ecosystem, Start>([
  [ecosystems.typescript, node],
  [ecosystems.python, python],
]);

/**
 * Writes, installs and starts a variant of an API on an empty database; `mongo` starts the one that MongoDB's need.
 * @param environment variables that the server gets beside, such as `DATABASE_URL`
 */
export async function startVariant(
  api: ApiDefinition,
  variant: Variant,
  mongo: () => Promise<Mongo> = startMongo,
  environment: NodeJS.ProcessEnv = {},
): Promise<Running> {
  const start = starts.get(variant.ecosystem);
  if (!start) throw new Error(`Nothing starts ${variant.framework}.`);
  const files = await filesOf(api, variant);
  const root = write(files);
  const database = variant.database === "mongodb" ? await mongo() : undefined;
  const stop = async (): Promise<void> => {
    await database?.close();
    remove(root);
  };
  try {
    const server = await start(root, {
      ...tokenEnvironment,
      ...environment,
      ...(database ? { MONGODB_URL: database.url } : {}),
    });
    return {
      url: `http://127.0.0.1:${server.port}`,
      stop: async () => {
        server.stop();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
