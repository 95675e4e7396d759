import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const program = ["/usr/bin/valkey-server", "/usr/bin/redis-server"].find((path) => existsSync(path));

/** Why the server can't run here, or undefined. */
export const missing = program === undefined ? "neither Valkey nor Redis is installed" : undefined;

/** Drops root: Redis needs no privileges. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export interface Redis {
  readonly url: string;
  /** Sends one command per line; returns the lines of the response. */
  send(...lines: readonly string[]): Promise<readonly string[]>;
  start(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Kills it at once, as in a crash. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts a server on a free loopback port, with its data in a temporary folder. */
export async function startRedis(): Promise<Redis> {
  const folder = await mkdtemp(join(tmpdir(), "antiphon-redis-"));
  const { chown } = await import("node:fs/promises");
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid);
  const port = await freePort();
  let server: ChildProcess | undefined;
  const redis: Redis = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const settings = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", ""];
      server = spawn(program ?? "", settings, { ...user, cwd: folder, stdio: "ignore" });
      while (
        !(await redis.send("PING").then(
          ([answer]) => answer === "+PONG",
          () => false,
        ))
      )
        await new Promise((resolve) => setTimeout(resolve, 20));
    },
    send: (...lines) =>
      new Promise((resolve, reject) => {
        const socket = connect(port, "127.0.0.1", () => socket.write(`${lines.join("\r\n")}\r\nQUIT\r\n`));
        let text = "";
        socket.on("data", (data) => (text += data));
        socket.on("error", reject);
        socket.on("close", () => resolve(text.split("\r\n")));
      }),
    signal: (name) => void server?.kill(name),
    async stop() {
      if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
      const ended = new Promise((resolve) => server?.once("close", resolve));
      server.kill("SIGKILL");
      await ended;
    },
    async remove() {
      await redis.stop();
      await rm(folder, { recursive: true });
    },
  };
  await redis.start();
  return redis;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo; // it listens on a TCP port
      server.close(() => resolve(port));
    });
  });
}
