/** Repeats one request over kept-alive connections according to a JSON plan; prints the results as JSON. */
import { connect } from "node:net";

const plan: {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
  readonly connections: number;
  readonly seconds: number;
} = JSON.parse(process.argv[2] ?? "");
const { hostname, port, host } = new URL(plan.url);
const body = JSON.stringify(plan.body);
const more = Object.entries(plan.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
const request = Buffer.from(
  `POST /v1/messages HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n${more.join("")}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
);

const times: number[] = [];
let wrong = 0;
const end = performance.now() + 1000 * plan.seconds;

/** Whether an answer has arrived completely. */
function whole(received: string): boolean {
  const head = received.indexOf("\r\n\r\n");
  if (head < 0) return false;
  const length = /content-length: (\d+)/i.exec(received.slice(0, head))?.[1];
  return length === undefined ? received.endsWith("0\r\n\r\n") : received.length >= head + 4 + Number(length);
}

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
      socket.write(request);
    };
    socket.setNoDelay(true);
    socket.on("data", (data) => {
      received += data.toString("latin1");
      if (!whole(received)) return;
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
await Promise.all(Array.from({ length: plan.connections }, client));
const elapsed = (performance.now() - start) / 1000;
const p50 = times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
process.stdout.write(JSON.stringify({ count: times.length, perSecond: times.length / elapsed, p50, wrong }));
