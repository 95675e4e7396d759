import type { Context } from "../http/serve.ts";
import { Problem } from "../problem.ts";
import { signedIn } from "./accounts.ts";
import { answer, only } from "./answers.ts";
import type { Binding } from "./bindings.ts";
import { type Answer, type Call, callOf, hasKey, member, tableOf } from "./call.ts";
import { changed, checkOwner, created, inserted, linked, put } from "./changes.ts";
import { requireRecord } from "./conditions.ts";
import { listed } from "./lists.ts";
import type { Row, Table } from "./store.ts";

/** Records that must be there before anything is done; 404 where one is not. */
export async function checkParents(
  context: Context,
  input: object,
  parents: Binding["parents"],
): Promise<void> {
  for (const { resource, where } of parents)
    await requireRecord(tableOf(resource), where, callOf(context, input));
}

/** Adds a record, with what no request brings. */
export const insertRecord = (context: Context, name: string, values: Row): Promise<Row> =>
  inserted(tableOf(name), values, callOf(context, {}));

/** Does what a binding says, and answers what the document describes. */
export async function perform<Result>(context: Context, input: object, binding: Binding): Promise<Result> {
  const call = callOf(context, input);
  const refused = (binding.refused ?? []).filter((key) => member(input, key) !== undefined);
  if (refused.length)
    throw new Problem(
      400,
      refused.map((key) => ({ path: key, message: "is not supported" })),
    );
  const ignored = (binding.ignored ?? []).filter((key) => member(input, key) !== undefined);
  if (ignored.length)
    context.log({
      time: new Date().toISOString(),
      level: "info",
      message: "parameters without effect",
      ignored,
    });
  const table = tableOf(binding.resource);
  await checkParents(context, input, binding.parents);
  return (await done(binding, table, call)) as Result; // what the document describes is what the binding was made of
}

async function done(binding: Binding, table: Table, call: Call): Promise<Answer> {
  switch (binding.does) {
    case "list":
      return listed(binding, table, call);
    case "login":
      return signedIn(binding, table, call);
    case "nothing":
      return answer(binding, only([]), call);
    case "create":
      return created(binding, table, call);
    case "get":
      return answer(binding, only([await requireRecord(table, binding.where, call)]), call);
    case "put":
      return put(binding, table, call);
    case "link":
    case "unlink":
      return linked(binding, table, call);
    case "update":
    case "replace":
      return answer(
        binding,
        only([await changed(binding, table, await requireRecord(table, binding.where, call), call)]),
        call,
      );
    case "remove": {
      const row = await requireRecord(table, binding.where, call);
      checkOwner(binding, row, call);
      const found = await answer(binding, only([row]), call);
      await call.store.remove(table, hasKey(table, row));
      return found;
    }
  }
}
