import { connect } from "node:net";
import { ok, type Check, type Finding } from "./check.ts";
import { inTable } from "../../lib/index.ts";

const ports: Readonly<Record<string, number>> = {
  "postgres:": 5432,
  "postgresql:": 5432,
  "mongodb:": 27017,
};

/** Whether a server listens at DATABASE_URL; generated projects don't need one to start. */
const databases: Check = async ({ io: { env } }) => {
  const value = env["DATABASE_URL"];
  if (!value)
    return [
      {
        what: "database",
        state: "off",
        detail: "DATABASE_URL is not set: generated projects start on the embedded database",
        fix: "Set DATABASE_URL to use a server.",
      },
    ];
  const wrong = (detail: string, fix: string): readonly Finding[] => [
    { what: "database", state: "wrong", detail, fix },
  ];
  if (!URL.canParse(value))
    return wrong("DATABASE_URL is not a URL", "Such as: postgres://user@localhost:5432/shop");
  const { protocol, hostname, port } = new URL(value);
  const known = inTable(ports, protocol);
  if (known === undefined)
    return wrong(`DATABASE_URL begins with ${protocol}//`, "Use postgres:// or mongodb://.");
  const place = `${hostname}:${port || known}`;
  if (await listens(hostname, Number(port) || known))
    return [ok("database", `${protocol}//${place} answers`)];
  return wrong(`nothing listens at ${place}`, `Start the database, or unset DATABASE_URL.`);
};
export default databases;

const listens = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 3000 });
    const end = (answer: boolean) => (): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", end(true)).once("timeout", end(false)).once("error", end(false));
  });
