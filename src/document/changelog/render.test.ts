import { expect, it } from "vitest";
import { renderLine } from "./render.ts";

it("lets nothing of a commit's words become markup, or turn what a terminal shows", () => {
  const rendered = (text: string, scope?: string): string =>
    renderLine({ group: "Fixed", text, scope, breaking: false, prs: [], commits: ["0".repeat(40)] });
  expect(rendered("\u001B[31mred\u0007 \u202Ertl\u2066 👩‍💻")).toBe("- \\[31mred rtl 👩‍💻 (0000000)");
  expect(rendered("<script>alert(1)</script> ![x](http://evil/x.png)")).toBe(
    "- \\<script\\>alert(1)\\</script\\> \\!\\[x\\](http://evil/x.png) (0000000)",
  );
  expect(rendered("## [9.9.9]\n# next", "a]\n- b")).toBe("- **a\\] - b:** \\## \\[9.9.9\\] # next (0000000)");
});
