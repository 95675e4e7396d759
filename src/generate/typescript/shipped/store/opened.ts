import { plant } from "./seeds.ts";
import { once, type Store } from "./store.ts";

interface Pinged {
  ping(): Promise<void>;
}
/** The work on records of a database, once that is open. */
type Work<Database> = (db: () => Promise<Database>) => Omit<Store, "ping">;

const over = <Database extends Pinged>(work: Work<Database>, db: () => Promise<Database>): Store => ({
  ...work(db),
  async ping() {
    await (await db()).ping();
  },
});

/** What opens a store: the database is opened by the first request that needs it. */
export const opened =
  <Database extends Pinged>(work: Work<Database>) =>
  (open: () => Promise<Database>, environment: NodeJS.ProcessEnv): Store => {
    const database = once(async () => {
      const db = await open();
      const store = over(work, () => Promise.resolve(db));
      await plant(store, environment);
      return db;
    });
    return over(work, database);
  };
