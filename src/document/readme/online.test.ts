import { expect, it } from "vitest";
import { UserError } from "../../lib/index.ts";
import { opened } from "./online.ts";

const links = (...addresses: readonly string[]) =>
  addresses.map((address, place) => ({ address, line: place + 1 }));

it("asks each page once, and tells those that are gone from those that refuse programs", async () => {
  const addresses: string[] = [];
  const get = (address: string): Promise<{ readonly status: number }> => {
    addresses.push(address);
    if (address.includes("private")) return Promise.reject(new UserError("fetch-refused", "no", "no"));
    if (address.includes("down")) return Promise.reject(new Error("ENOTFOUND"));
    return Promise.resolve({ status: address.includes("gone") ? 404 : address.includes("shy") ? 403 : 200 });
  };
  const found = await opened(
    links(
      "https://a.x/p#one",
      "https://gone.x/",
      "https://a.x/p#two",
      "https://shy.x",
      "https://down.x",
      "ftp://private.x",
    ),
    { get, signal: new AbortController().signal, progress: () => undefined },
  );
  expect(addresses).toHaveLength(5);
  expect(found).toEqual({
    answered: 2,
    broken: [
      { line: 2, what: "https://gone.x/ answers 404" },
      { line: 5, what: "https://down.x doesn't answer" },
    ],
    left: 1,
    offline: false,
  });
  const silent = { get: () => Promise.reject(new Error("ENOTFOUND")), signal: new AbortController().signal };
  expect(await opened(links("https://a.x"), { ...silent, progress: () => undefined })).toMatchObject({
    broken: [],
    offline: true,
  });
});

it("ends where it is told to", async () => {
  const control = new AbortController();
  const get = (): Promise<never> => {
    control.abort();
    return Promise.reject(new Error("aborted"));
  };
  const ways = { get, signal: control.signal, progress: () => undefined };
  await expect(opened(links("https://a.x"), ways)).rejects.toThrow();
});
