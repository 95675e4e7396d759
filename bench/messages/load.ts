/** Sends one request over and over on 64 kept connections; prints what it saw as JSON. */
import { connect } from "node:net";

const [url = "", seconds = "3"] = process.argv.slice(2);
const { hostname, port, host } = new URL(url);
const body = JSON.stringify({
  model: "scripted",
  max_tokens: 64,
  messages: [{ role: "user", content: "hello" }],
  tools: [{ name: "now", description: "The time.", input_schema: { type: "object", properties: {} } }],
});
const text = `POST /v1/messages HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\nx-api-key: k\r\nanthropic-version: 2023-06-01\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

const times: number[] = [];
let wrong = 0;
const end = performance.now() + 1000 * Number(seconds);

function client(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => next());
    let received = "";
    let sent = 0;
    const next = (): void => {
      if (performance.now() > end) {
        socket.destroy();
        return resolve();
      }
      received = "";
      sent = performance.now();
      socket.write(text);
    };
    socket.setNoDelay(true);
    socket.on("data", (data) => {
      received += data;
      const head = received.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = /content-length: (\d+)/i.exec(received)?.[1];
      const whole =
        length === undefined ? received.endsWith("0\r\n\r\n") : received.length >= head + 4 + Number(length);
      if (!whole) return;
      times.push(performance.now() - sent);
      if (!received.startsWith("HTTP/1.1 200") || !received.includes('"stop_reason"')) wrong++;
      next();
    });
    socket.on("error", () => {
      wrong++;
      resolve();
    });
  });
}

const start = performance.now();
await Promise.all(Array.from({ length: 64 }, client));
const elapsed = (performance.now() - start) / 1000;
const sorted = times.toSorted((a, b) => a - b);
process.stdout.write(
  JSON.stringify({ perSecond: times.length / elapsed, p50: sorted[sorted.length >> 1] ?? 0, wrong }),
);
