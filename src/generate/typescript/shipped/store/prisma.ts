import { opened } from "./opened.ts";
import { postgres } from "./postgres-dialect.ts";
import { sqlStore } from "./sql.ts";

/** What a store asks of Prisma's client. */
interface Client {
  $queryRawUnsafe<Rows>(text: string, ...values: unknown[]): PromiseLike<Rows>;
  ping(): Promise<void>;
}

/** What PostgreSQL said of a statement, which Prisma's client wraps. */
function refused(error: unknown): unknown {
  if (typeof error !== "object" || error === null || !("meta" in error)) return error;
  const text = JSON.stringify(error.meta);
  const [, code] = /"(?:originalCode|code)":"(\d[\dA-Z]{4})"/.exec(text) ?? [];
  const [detail = ""] = /\([^()]+\)=/.exec(text) ?? [];
  return code === undefined
    ? error
    : Object.assign(new Error(text), { code, detail: detail.replaceAll("\\", "") });
}

/** Records in tables, through Prisma's client. */
export const openStore = opened<Client>((db) =>
  sqlStore(async <Found>(text: string, values: readonly unknown[]) => {
    try {
      return await (await db()).$queryRawUnsafe<readonly Found[]>(text, ...values);
    } catch (error) {
      throw refused(error);
    }
  }, postgres),
);
