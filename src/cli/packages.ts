import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { delimiter, dirname, isAbsolute, join, sep } from "node:path";
import {
  capital,
  makeFolder,
  optionalPackages,
  packageMissing,
  packageSpecs,
  type OptionalName,
  usageError,
} from "../lib/index.ts";
import type { Ask } from "../session/index.ts";
import type { Host, Io } from "./io.ts";

/** Where packages are installed, who can be asked, and the answer given in advance. */
export interface Installing {
  readonly folder: string;
  /** `ANTIPHON_INSTALL`. */
  readonly policy: string | undefined;
  readonly yes: boolean;
  /** Undefined if nobody can be asked. */
  readonly ask: Pick<Ask, "choose"> | undefined;
  note(text: string): void;
  readonly signal: AbortSignal;
  /** Installs the packages in a folder's `package.json`. */
  npm?(folder: string, signal: AbortSignal): Promise<void>;
}

/**
 * How a line gets its packages. Without `ask`, only ANTIPHON_INSTALL can approve, as the line came from a program.
 * Nor is anyone asked if nothing may be written.
 */
export const supplierFor = (
  { env, err, folders, globals, signal, terminal }: Io,
  ask: Ask | undefined,
): ((name: OptionalName) => Promise<string>) =>
  supplier({
    folder: packagesFolder({ folders }),
    policy: env["ANTIPHON_INSTALL"] || undefined,
    yes: ask !== undefined && globals.yes && !globals.dryRun,
    ask: terminal.input && !globals.print && !globals.dryRun ? ask : undefined,
    note: err,
    signal,
  });

export const packagesFolder = ({ folders }: Pick<Host, "folders">): string => join(folders.data, "packages");

/** The folder of a package in the required versions. */
export const placeOf = (folder: string, name: OptionalName): string =>
  join(folder, `${name}-${Object.values(optionalPackages[name].packages)[0] ?? ""}`);

export const isSupplied = (folder: string, name: OptionalName): boolean =>
  existsSync(join(placeOf(folder, name), "load.mjs"));

/**
 * Returns a function that gives a package's folder, installed after approval; each package is asked about once.
 * Throws UserError.
 */
export function supplier(installing: Installing): (name: OptionalName) => Promise<string> {
  const known = new Map<OptionalName, Promise<string>>();
  return (name) => {
    const place = known.get(name) ?? supplied(name, installing);
    known.set(name, place);
    return place;
  };
}

async function supplied(name: OptionalName, installing: Installing): Promise<string> {
  const { folder, policy, yes, ask, note } = installing;
  if (isSupplied(folder, name)) return placeOf(folder, name);
  if (policy !== undefined && policy !== "always" && policy !== "never")
    throw usageError(
      "wrong_setting",
      `ANTIPHON_INSTALL is ${policy}.`,
      "Set it to always or never, or unset it.",
    );
  if (policy === "never") throw packageMissing(name, "Unset ANTIPHON_INSTALL=never to install it.");
  const { use, megabytes } = optionalPackages[name];
  const what = `${packageSpecs(name).join(", ")} (${megabytes} MB)`;
  const question = `${capital(use)} needs ${what}. Install into ${folder}?`;
  const agreed = policy === "always" || yes || (await ask?.choose(question, ["y", "n"])) === "y";
  if (!agreed) throw packageMissing(name, `ANTIPHON_INSTALL=always installs ${what} into ${folder}.`);
  note(`Installing ${what} into ${folder}.\n`);
  return install(name, installing);
}

/** In milliseconds: npm's timeout, and the age after which leftovers of a killed process are removed. */
const patience = 300_000;
const abandoned = 3_600_000;

/**
 * Installs into a temporary folder and moves it into place as a whole: an interrupted installation is never taken for
 * complete, and the second of two concurrent ones finds the first one's result. Packages' scripts don't run.
 */
async function install(name: OptionalName, { folder, signal, npm = runNpm }: Installing): Promise<string> {
  const place = placeOf(folder, name);
  const { packages } = optionalPackages[name];
  let temporary: string | undefined;
  try {
    await makeFolder(folder, { mode: 0o700 });
    await removeAbandoned(folder);
    temporary = await mkdtemp(join(folder, ".new-"));
    const manifest = { private: true, dependencies: packages };
    await writeFile(join(temporary, "package.json"), JSON.stringify(manifest));
    await npm(temporary, signal);
    for (const [id, version] of Object.entries(packages)) {
      const text = await readFile(join(temporary, "node_modules", id, "package.json"), "utf8");
      if ((JSON.parse(text) as { version?: unknown }).version !== version)
        throw new Error(`npm installed another version of ${id} than ${version}`);
    }
    await writeFile(join(temporary, "load.mjs"), "export const load = (module) => import(module);\n");
    signal.throwIfAborted();
    if (!isSupplied(folder, name)) await rm(place, { recursive: true, force: true }); // it was only partly deleted
    await rename(temporary, place).catch((error: unknown) => {
      if (!isSupplied(folder, name)) throw error; // unless another process has just installed it
    });
    return place;
  } catch (cause) {
    signal.throwIfAborted();
    const why = cause instanceof Error ? cause.message : String(cause);
    throw packageMissing(
      name,
      `Installing into ${folder} failed: ${why}. Try it again, or run npm install ${packageSpecs(name).join(" ")} beside antiphon.`,
      cause,
    );
  } finally {
    if (temporary !== undefined) await rm(temporary, { recursive: true, force: true });
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const entry of await readdir(folder)) {
    if (!entry.startsWith(".new-")) continue;
    const found = await stat(join(folder, entry)).catch(() => undefined); // or its installer has just finished
    if (found && Date.now() - found.mtimeMs > abandoned)
      await rm(join(folder, entry), { recursive: true, force: true });
  }
}

const line = [
  "install",
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--no-update-notifier",
  "--no-package-lock",
  "--prefer-offline",
  "--global=false",
  "--location=user",
  "--dry-run=false",
  "--package-lock-only=false",
  "--fetch-retries=1",
  "--fetch-timeout=60000",
  "--loglevel=error",
];

/** npm settings inherited from an outer npm or npx that concern the registry; others belong to its project. */
const handedDown =
  /^npm_config_(?:[/@].*|(?:user|global)config|cache|registry|(?:https?_|no)?proxy|cafile|ca|cert|key|strict_ssl)$/i;

/** Removes project-specific values from the environment: npx adds its settings, and puts its programs first in PATH. */
export function npmEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const path = (env["PATH"] ?? "").split(delimiter);
  const trusted = path.filter((folder) => isAbsolute(folder) && !folder.split(sep).includes("node_modules"));
  const entries = Object.entries(env).filter(
    ([name]) => !/^npm_config_/i.test(name) || handedDown.test(name),
  );
  return { ...Object.fromEntries(entries), PATH: trusted.join(delimiter) };
}

/** Runs the npm bundled with this Node, otherwise the one in PATH. */
async function runNpm(folder: string, signal: AbortSignal): Promise<void> {
  const beside = dirname(process.execPath);
  const script = ["../lib/node_modules", "node_modules"]
    .map((modules) => join(beside, modules, "npm/bin/npm-cli.js"))
    .find((path) => existsSync(path));
  const [command, first] = script === undefined ? ["npm", []] : [process.execPath, [script]];
  const child = spawn(command, [...first, ...line, `--prefix=${folder}`], {
    cwd: folder,
    env: npmEnvironment(process.env),
    stdio: ["ignore", "ignore", "pipe"],
    timeout: patience,
    killSignal: "SIGKILL",
    signal,
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors = (errors + text).slice(-2000)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  const npmError = errors
    .split("\n")
    .find((text) => text.trim() !== "" && !/^npm (?:error (?:code|syscall|errno|type)|warn) /.test(text));
  if (code === null) throw new Error(`npm was ended: it takes at most ${patience / 60_000} minutes`);
  if (code !== 0) throw new Error(npmError?.replace(/^npm error /, "") ?? `npm ended with ${code}`);
}
