import { expect, it } from "vitest";
import { proxyOf } from "./upstream-proxy.ts";

const env = {
  HTTPS_PROXY: "http://proxy:3128",
  http_proxy: "plain:80",
  NO_PROXY: "10.0.0.1, .local,api.test:8443",
};

it.each<readonly [string, string | undefined]>([
  ["https://api.example/v1", "http://proxy:3128"],
  ["http://api.example/v1", "http://plain:80"],
  ["https://10.0.0.1/v1", undefined],
  ["http://127.0.0.1:11434/v1", undefined],
  ["https://localhost/v1", undefined],
  ["https://[::1]:8443/v1", undefined],
  ["https://models.local/v1", undefined],
  ["https://local/v1", undefined],
  ["https://notlocal/v1", "http://proxy:3128"],
  ["https://api.test:8443/v1", undefined],
  ["https://api.test/v1", "http://proxy:3128"],
])("the environment's proxy of %s is %s", (url, proxy) => {
  expect(proxyOf(new URL(url), env)).toBe(proxy);
});

it("uses ALL_PROXY for addresses whose own variable is missing", () => {
  const of = (url: string, more: typeof env | object) =>
    proxyOf(new URL(url), { ALL_PROXY: "all:1", ...more });
  expect([of("https://a.example", {}), of("http://a.example", {})]).toEqual(["http://all:1", "http://all:1"]);
  expect(of("https://a.example", env)).toBe("http://proxy:3128");
});

it("knows no proxy where the environment names none, or excepts all", () => {
  expect(proxyOf(new URL("https://a.example"), {})).toBeUndefined();
  expect(proxyOf(new URL("https://a.example"), { ...env, no_proxy: "*" })).toBeUndefined();
  expect(() => proxyOf(new URL("https://a.example"), { HTTPS_PROXY: "socks5://x" })).toThrow(
    "not an http URL",
  );
});
