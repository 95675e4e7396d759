import { createServer } from "node:http";
import { checkout, EmptyCartError } from "./cart.ts";

const port = Number(process.env["PORT"] ?? 3000);

createServer((request, response) => {
  if (request.method !== "POST" || request.url !== "/checkout") {
    response.writeHead(404).end();
    return;
  }
  let body = "";
  request.on("data", (data: Buffer) => (body += data.toString()));
  request.on("end", () => {
    try {
      response.end(JSON.stringify(checkout(JSON.parse(body).lines, JSON.parse(body).customer)));
    } catch (error) {
      response.writeHead(error instanceof EmptyCartError ? 409 : 400).end();
    }
  });
}).listen(port);
