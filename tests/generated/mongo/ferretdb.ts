/** FerretDB 1.x, pinned and built from the Go module proxy: MongoDB's protocol over a storage that isn't ours. */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { installedFolder, run } from "../harness.ts";
import type { Mongo } from "../../../src/generate/typescript/databases/mongodb/shipped/server.ts";
import {
  Framer,
  opMsg,
  readRequest,
  writeReply,
  type Request,
} from "../../../src/generate/typescript/databases/mongodb/shipped/wire.ts";
import { serialize } from "bson";

const source = join(import.meta.dirname, "ferretdb");
/** Backends that nothing here stores in. */
const tags = "ferretdb_no_postgresql,ferretdb_no_mysql,ferretdb_no_hana";

/** Whether there is Go, and a proxy that has the modules. */
export const canBuild = (): boolean =>
  spawnSync("go", ["list", "-mod=readonly", `-tags=${tags}`, "-deps", "."], { cwd: source }).status === 0;

/** The program, built once for each state of its sources. */
async function program(): Promise<string> {
  const sources = ["go.mod", "go.sum", "main.go"].map((name) => readFileSync(join(source, name), "utf8"));
  const name = createHash("sha256").update(sources.join("\0")).digest("hex").slice(0, 16);
  const cache = installedFolder();
  const path = join(cache, `ferretdb-${name}`);
  if (existsSync(path)) return path;
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(`${path}-`); // another worker may be building it too
  const { code, output } = await run(
    ["go", "build", "-mod=readonly", `-tags=${tags}`, "-o", join(fresh, "ferretdb"), "."],
    source,
  );
  if (code !== 0) throw new Error(output);
  renameSync(join(fresh, "ferretdb"), path);
  rmSync(fresh, { recursive: true });
  return path;
}

/**
 * What FerretDB 1.x has no word for: validators of collections, and indexes of a part of the documents. Those are left
 * to the server in this folder, which has them.
 */
const adapted: Readonly<Record<string, (request: Request) => Request | undefined>> = {
  collMod: () => undefined,
  create: ({ command, ...request }) => ({ ...request, command: { ...command, validator: undefined } }),
  createIndexes: ({ command, ...request }) => ({
    ...request,
    command: {
      ...command,
      indexes: (command["indexes"] as readonly object[]).map((index) => ({
        ...index,
        partialFilterExpression: undefined,
      })),
    },
  }),
};

/** OP_MSG of one document. */
function writeRequest({ id, command }: Request): Buffer {
  const body = serialize(command);
  const head = Buffer.alloc(21);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(id, 4);
  head.writeInt32LE(opMsg, 12);
  return Buffer.concat([head, body]);
}

/** Hands messages on in both directions. */
function between(client: Socket, server: Socket): void {
  const framer = new Framer();
  client.on("data", (chunk) => {
    for (const message of framer.push(chunk)) {
      const request = readRequest(message);
      const adapt = adapted[Object.keys(request.command)[0] ?? ""];
      const sent = adapt ? adapt(request) : undefined;
      if (!adapt) server.write(message);
      else if (sent) server.write(writeRequest(sent));
      else client.write(writeReply(request, { ok: 1 }));
    }
  });
  server.pipe(client);
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const) {
    one.on("error", () => other.destroy());
    one.on("close", () => other.destroy());
  }
}

/** Starts it on a free port of the loopback interface, with an empty database. */
export async function startFerret(): Promise<Mongo> {
  const data = mkdtempSync(join(tmpdir(), "antiphon-ferretdb-"));
  const server = spawn(await program(), [data], { stdio: ["pipe", "pipe", "ignore"] });
  const ended = once(server, "exit");
  const line = await Promise.race([once(createInterface(server.stdout), "line"), ended]);
  const { port } = new URL(String(line[0]).replace("mongodb:", "http:"));
  const proxy = createServer((client) => between(client, connect(Number(port), "127.0.0.1")));
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    url: `mongodb://127.0.0.1:${(proxy.address() as AddressInfo).port}/test`,
    close: async () => {
      proxy.close();
      server.stdin.end();
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}
