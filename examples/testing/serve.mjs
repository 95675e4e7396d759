/** For other languages: serves one script, says where, and ends with its input. `node serve.mjs overloaded` */
import { startServer } from "antiphon/testing";
import { scripts } from "./lines.mjs";

const server = await startServer({ script: scripts[process.argv[2] ?? "good"] });
console.log(JSON.stringify({ baseURL: server.baseURL, apiKey: server.apiKey }));
process.stdin.resume().on("end", () => server.close());
