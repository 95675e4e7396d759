import { spawn, type ChildProcess } from "node:child_process";
import { chown, mkdtemp, readdir, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestStore } from "./stores.suite.ts";

const debian = "/usr/lib/postgresql";
const versions = existsSync(debian) ? await readdir(debian) : [];
const programs = versions
  .map((version) => join(debian, version, "bin"))
  .find((bin) => existsSync(join(bin, "initdb")));

/** Why a cluster can't run here, or undefined. */
export const missing = programs === undefined ? "PostgreSQL isn't installed" : undefined;

/** PostgreSQL refuses to run as root: it runs as `nobody` then. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export interface Cluster {
  /** Returns the cluster's database, emptied. */
  store(): Promise<TestStore>;
  start(): Promise<void>;
  /** Kills it at once, as in a crash. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts a cluster that listens only on a socket in its temporary folder. */
export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), "antiphon-postgres-"));
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid);
  const data = join(folder, "data");
  await run("initdb", ["-D", data, "-U", "antiphon", "-A", "trust", "-N", "-E", "UTF8", "--locale=C"]);
  const place = `postgres://antiphon@/postgres?host=${folder}`;
  let server: ChildProcess | undefined;
  const cluster: Cluster = {
    async start() {
      const settings = [
        "fsync=off",
        `unix_socket_directories=${folder}`,
        "listen_addresses=",
        "max_connections=60",
      ];
      server = spawn(
        join(programs ?? "", "postgres"),
        ["-D", data, ...settings.flatMap((each) => ["-c", each])],
        {
          ...user,
          cwd: folder,
          stdio: "ignore",
        },
      );
      while (
        await run("pg_isready", ["-h", folder, "-q"]).then(
          () => false,
          () => true,
        )
      )
        await new Promise((resolve) => setTimeout(resolve, 50));
    },
    async stop() {
      const ended = new Promise((resolve) => server?.once("close", resolve));
      server?.kill("SIGQUIT");
      await ended;
    },
    async store() {
      await run("psql", [place, "-q", "-c", "DROP SCHEMA IF EXISTS antiphon CASCADE"]);
      return { place, remove: async () => undefined };
    },
    async remove() {
      await cluster.stop();
      await rm(folder, { recursive: true });
    },
  };
  await cluster.start();
  return cluster;
}

function run(program: string, words: readonly string[]): Promise<void> {
  const child = spawn(join(programs ?? "", program), words, {
    ...user,
    cwd: tmpdir(),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (data) => (errors += data));
  return new Promise((resolve, reject) =>
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`${program}: ${errors}`)))),
  );
}

export interface Relay {
  readonly place: string;
  /** While it is silent, it takes connections and bytes, and passes on nothing, as a network without a route does. */
  isSilent: boolean;
  /** Chunks that it hasn't passed on. */
  dropped: number;
  close(): Promise<void>;
}

/** Passes connections on to a cluster's socket. */
export async function startRelay(place: string): Promise<Relay> {
  const socket = ".s.PGSQL.5432";
  const [base = "", target = ""] = place.split("host=");
  const folder = await mkdtemp(join(tmpdir(), "antiphon-relay-"));
  const relay = { place: `${base}host=${folder}`, isSilent: false, dropped: 0 };
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(join(target, socket));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on("data", (data) => (relay.isSilent ? relay.dropped++ : to.write(data)));
      from.on("error", () => undefined);
      from.on("close", () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(join(folder, socket), resolve));
  return Object.assign(relay, {
    async close() {
      server.close();
      for (const each of open) each.destroy();
      await rm(folder, { recursive: true });
    },
  });
}
