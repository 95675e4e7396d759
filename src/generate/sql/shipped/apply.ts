/** A statement of a script: quotes, comments and bodies of functions may contain semicolons. */
const statement = /(?:'[^']*'|"[^"]*"|--.*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|[^;])+/g;

/** Runs a migration in the transaction that is open; an error names the statement that fails. */
export async function apply(
  run: (sql: string) => Promise<unknown>,
  path: string,
  script: string,
): Promise<void> {
  await run("savepoint migration");
  await run(script).catch(async (error: unknown) => {
    let place = "";
    await run("rollback to savepoint migration");
    for (const [sql] of script.matchAll(statement)) {
      const fails = await run(sql).then(
        () => false,
        () => true,
      );
      if (fails) place = ` in the statement: ${sql.trim()}`;
      if (fails) break;
    }
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${path} fails, nothing was changed: ${why}${place}`);
  });
}
