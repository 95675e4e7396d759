import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withEtags } from "../../src/api/index.ts";
import { variants } from "../../src/generate/index.ts";
import { apiOf, filesOf, installAll, installTogether, remove, run, write } from "./harness.ts";

/**
 * Resources that each framework and database is tested with, by `auth` and test runner: its four variants have
 * everything between them.
 */
const shares: Readonly<Record<string, readonly string[]>> = {
  "false jest": ["Order", "Category"],
  "false vitest": ["Post", "Tag", "Gizmo"],
  "true jest": ["User", "Order"],
  "true vitest": ["User", "Post"],
};

/** Where records have versions, by the same. */
const versioned = new Set(["false vitest", "true jest"]);

/** Every variant of a framework installs, type-checks, lints and passes its own tests. */
export function variantsHold(framework: string): void {
  beforeAll(installAll);

  describe.each([false, true])(`${framework}, with auth: %s`, (auth) => {
    const own = variants.filter((variant) => variant.framework === framework);
    describe.each(own)("$database, $testFramework", (variant) => {
      let root = "";

      beforeAll(async () => {
        const share = `${auth} ${variant.testFramework}`;
        const plain = await apiOf(shares[share] ?? [], auth);
        const api = versioned.has(share) ? withEtags(plain) : plain;
        root = write(await filesOf(api, variant));
        await installTogether(root);
      });

      afterAll(() => remove(root));

      it.each(["typecheck", "lint", "test"])("npm run %s", async (script) => {
        const { code, output } = await run(["npm", "run", script], root);
        expect(code, output.slice(-20_000)).toBe(0);
        expect(output).not.toContain("did not exit");
      });
    });
  });
}
