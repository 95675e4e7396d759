import { lstat, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { UserError, homeFolder, makeFolder } from "../../lib/index.ts";
import { execPath } from "node:process";
import { find } from "../find.ts";
import { isInside } from "../paths.ts";
import type { Policy } from "../sandbox/sandbox.ts";
import type { Environment } from "./environment.ts";

export interface PolicyOptions {
  readonly root: string;
  /** This project's part of the state folder: hidden, except for its cache. */
  readonly state: string;
  readonly environment: Environment;
  readonly network: boolean;
  /** Leaves `.env` files readable, for programs that need them. */
  readonly secrets: boolean;
}

export interface Prepared {
  readonly policy: Policy;
  readonly cache: string;
  done(): Promise<void>;
}

/** Folders below home that contain programs, not secrets. */
const toolFolders =
  ".m2/repository .m2/wrapper .gem .pyenv .nvm .volta .fnm .asdf .sdkman .rustup .cargo .bun .deno .rbenv .local/bin .local/lib .local/pipx .local/share/mise .local/share/fnm .local/share/pnpm .local/share/uv go/bin go/pkg sdk".split(
    " ",
  );
const secretFiles = [".cargo/credentials", ".cargo/credentials.toml", ".gem/credentials"];

/**
 * Prepares the policy of one run: only the project and the run's own folders are writable, home is hidden except for
 * tools.
 */
export async function prepare(options: PolicyOptions): Promise<Prepared> {
  const { root, state, environment, network, secrets } = options;
  const home = await real(homeFolder(environment["HOME"]));
  const sealed = [join(root, ".antiphon"), join(root, ".git")];
  await refuse(root, home, sealed);
  const cache = join(state, "cache");
  await makeFolder(cache, { mode: 0o700 });
  const temporary = await realpath(await mkdtemp(join(tmpdir(), "antiphon-run-")));
  const path = (environment["PATH"] ?? "").split(delimiter);
  const repository = await repositoryOf(dirname(root), home);
  return {
    cache,
    policy: {
      root,
      writable: [temporary, cache],
      sealed,
      hidden: [home, state],
      shown: [
        ...toolFolders.map((folder) => join(home, folder)),
        ...path.filter((folder) => folder !== home && isInside(home, folder)),
        execPath, // the runtime that runs examples
        ...(repository ? [repository] : []),
      ],
      blank: [...secretFiles.map((file) => join(home, file)), ...(secrets ? [] : await secretsIn(root))],
      temporary,
      network,
    },
    done: () => rm(temporary, { recursive: true, force: true }),
  };
}

/** Refuses to run anything if the sandbox couldn't enforce its policy. */
async function refuse(root: string, home: string, sealed: readonly string[]): Promise<void> {
  if (isInside(root, home))
    throw new UserError(
      "run-at-home",
      "programs aren't run in your home folder or above it",
      "Start in a project's own folder.",
    );
  for (const path of sealed)
    if ((await lstat(path).catch(() => undefined))?.isSymbolicLink())
      throw new UserError(
        "run-sealed-link",
        `${JSON.stringify(path)} is a link, so it can't be protected`,
        "Replace it with the folder itself.",
      );
}

/** The repository that contains a package is readable, too: its modules may be at the top. */
async function repositoryOf(folder: string, home: string): Promise<string | undefined> {
  for (let at = folder; at !== dirname(at) && at !== home; at = dirname(at))
    if (await lstat(join(at, ".git")).catch(() => undefined)) return at;
  return undefined;
}

const real = (path: string): Promise<string> => realpath(path).catch(() => path);

async function secretsIn(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const path of find(root, "**/{.env,.env.*,.npmrc,.netrc,.pypirc}", { ignored: true }))
    if (!/\.(?:example|sample|template|dist|defaults)$/.test(path)) found.push(join(root, path));
  return found;
}
