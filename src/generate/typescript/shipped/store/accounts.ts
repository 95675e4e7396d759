import { verifySecret } from "../password.ts";
import { Problem } from "../problem.ts";
import { answer, only } from "./answers.ts";
import type { Binding, Condition } from "./bindings.ts";
import type { Answer, Call } from "./call.ts";
import { presentFilters, valuesOf } from "./conditions.ts";
import type { Table } from "./store.ts";

export async function signedIn(binding: Binding, table: Table, call: Call): Promise<Answer> {
  const isSecret = ({ column }: Condition): boolean => table.columns[column]?.secret === true;
  const names = binding.where.filter((one) => !isSecret(one));
  const filters = await presentFilters(table, names, call);
  const secret = binding.where.find(isSecret);
  const [password] = (secret && (await valuesOf(secret.value, call))) ?? [];
  const [row] = filters.length ? await call.store.find(table, filters, { limit: 1 }) : [];
  const hash = row && secret ? row[secret.column] : undefined;
  // Whoever is unknown takes as long as a wrong password.
  const isRight = await verifySecret(String(password ?? ""), typeof hash === "string" ? hash : nobody);
  if (!row || !isRight) throw new Problem(401);
  return answer(binding, only([row]), call);
}

const nobody = "scrypt$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
