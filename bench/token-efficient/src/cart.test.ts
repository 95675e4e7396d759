import assert from "node:assert/strict";
import { test } from "node:test";
import { checkout, discount, total } from "./cart.ts";

const lines = [
  { sku: "pen", quantity: 2, price: 150 },
  { sku: "ink", quantity: 1, price: 400 },
];

test("a cart's total is what its lines cost", () => assert.equal(total(lines), 700));
test("a tenth is taken off", () => assert.equal(discount(700), 70));
test("an empty cart can't be checked out", () => assert.throws(() => checkout([], "Ada"), /empty/));
