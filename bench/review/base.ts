/** A small shop in TypeScript and Python that the seeded diffs change. */
export const base: Readonly<Record<string, string>> = {
  "package.json": `${JSON.stringify(
    {
      name: "shop",
      version: "1.4.0",
      license: "MIT",
      type: "module",
      scripts: { build: "tsc", serve: "node src/server.ts" },
      dependencies: { packer: "2.1.0", router: "4.0.2" },
      devDependencies: { typescript: "7.0.2" },
    },
    null,
    2,
  )}\n`,
  "package-lock.json": '{"name":"shop","lockfileVersion":3}\n',
  "requirements.txt": "requests==2.32.3\npyyaml==6.0.2\n",
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      strict: true,
      noEmit: true,
      module: "esnext",
      target: "es2022",
      types: [],
      allowImportingTsExtensions: true,
    },
    include: ["src"],
  }),
  ".gitignore": "node_modules\n",
  "README.md":
    "# Shop\n\nStart it with `npm run serve`. `cartTotal(cart)` adds up a cart, `findUser(id)` looks a person up.\nSet `SHOP_CURRENCY` to choose the currency.\n",
  "docs/orders.md": "# Orders\n\n`placeOrder(cart, user)` stores an order. Use `shippingCost` before that.\n",
  "src/cart.ts": `import { priceOf } from "./prices.ts";

export interface Line {
  readonly article: string;
  readonly count: number;
}

/**
 * Adds up a cart.
 * @param cart What lies in it.
 */
export function cartTotal(cart: readonly Line[]): number {
  let sum = 0;
  for (const line of cart) {
    sum += priceOf(line.article) * line.count;
  }
  return sum;
}

/**
 * What sending costs.
 * @param total The value of the order.
 * @param country Where it goes.
 */
export function shippingCost(total: number, country: string): number {
  if (total > 50) return 0;
  return country === "DE" ? 4 : 9;
}
`,
  "src/prices.ts": `const prices: Readonly<Record<string, number>> = { tea: 3, cup: 8, pot: 24 };

export function priceOf(article: string): number {
  const price = prices[article];
  if (price === undefined) throw new RangeError(article);
  return price;
}

export const currency = (environment: Readonly<Record<string, string | undefined>>): string =>
  environment["SHOP_CURRENCY"] ?? "EUR";
`,
  "src/users.ts": `export interface User {
  readonly id: string;
  readonly name: string;
}

export interface Database {
  query(text: string, values?: readonly unknown[]): Promise<readonly User[]>;
}

export async function findUser(database: Database, id: string): Promise<User | undefined> {
  const rows = await database.query("SELECT id, name FROM users WHERE id = $1", [id]);
  return rows[0];
}

export async function renameUser(database: Database, id: string, name: string): Promise<void> {
  const trimmed = name.trim();
  await database.query("UPDATE users SET name = $2 WHERE id = $1", [id, trimmed]);
}
`,
  "src/orders.ts": `import { cartTotal, shippingCost, type Line } from "./cart.ts";
import type { User } from "./users.ts";

export interface Order {
  readonly user: string;
  readonly total: number;
}

export function placeOrder(cart: readonly Line[], user: User): Order {
  const goods = cartTotal(cart);
  const sending = shippingCost(goods, "DE");
  return { user: user.id, total: goods + sending };
}

export function describeOrder(order: Order): string {
  const amount = order.total.toFixed(2);
  const owner = order.user;
  return owner + " pays " + amount;
}
`,
  "tests/cart.test.ts": `import { cartTotal, shippingCost } from "../src/cart.ts";

it("adds up", () => {
  expect(cartTotal([{ article: "tea", count: 2 }])).toBe(6);
  expect(shippingCost(60, "DE")).toBe(0);
});
`,
  "tests/orders.test.ts": `import { placeOrder } from "../src/orders.ts";

it("places an order", () => {
  expect(placeOrder([], { id: "a", name: "Ada" }).total).toBe(4);
});
`,
  "report/load.py": `"""Loads what the shop exports."""
import json

import requests
import yaml


def load_settings(path):
    """Reads the settings.

    Args:
        path: Where they stand.
    """
    with open(path, encoding="utf-8") as stream:
        return yaml.safe_load(stream)


def fetch_orders(address, timeout=10):
    answer = requests.get(address, timeout=timeout)
    answer.raise_for_status()
    return json.loads(answer.text)


def totals(orders):
    result = {}
    for order in orders:
        user = order["user"]
        result[user] = result.get(user, 0) + order["total"]
    return result
`,
  "report/tests/test_load.py": `from report.load import totals


def test_totals():
    assert totals([{"user": "a", "total": 2}]) == {"a": 2}
`,
  "openapi.yaml": `openapi: 3.0.0
info:
  title: Shop
  version: 1.4.0
paths:
  /orders:
    get:
      parameters:
        - name: limit
          in: query
          schema:
            type: integer
      responses:
        "200":
          description: The orders.
    post:
      responses:
        "201":
          description: The order.
  /orders/{id}:
    get:
      responses:
        "200":
          description: One order.
components:
  schemas:
    Order:
      type: object
      required: [user]
      properties:
        user:
          type: string
        total:
          type: number
        state:
          type: string
          enum: [open, paid, sent]
`,
  "migrations/001.sql": "CREATE TABLE users (id TEXT PRIMARY KEY, name TEXT NOT NULL);\n",
};
