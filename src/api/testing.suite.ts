import type { Files } from "../workspace/index.ts";
import type { ApiDefinition } from "./definition.ts";
import { definitionFromYaml } from "./yaml/read.ts";

/** Returns the files of an in-memory folder, by path. */
export const folder = (files: Readonly<Record<string, string>>): Pick<Files, "find" | "tryRead"> => ({
  tryRead: (path) => Promise.resolve(files[path] ?? null),
  find: async function* find() {
    yield* Object.keys(files);
  },
});

/** An empty folder. */
export const noFiles = folder({});

/** A definition that uses every feature once. */
export const shopYaml = `title: Shop API
version: 1.2.0
description: A shop to test with.
resources:
  Person:
    description: Somebody who buys.
    fields:
      email: email required unique
      password: password required
      birthDate: date
      newsletter: boolean = false
      nickname: string 2..20 /^[a-z]+$/
  Profile:
    fields:
      website: uri
    relations:
      person: belongs to Person, unique, on delete cascade
  Category:
    fields:
      name: string required 1..50
      position: integer 0..100 = 0
    relations:
      parent: belongs to Category, optional
    unique: [[parentId, name]]
  Product:
    fields:
      sku: string required unique 3..12 /^[A-Z]{3}-[0-9]+$/
      price: decimal(8, 2) required 0..
      weight: number 0..1000
      tags: string[] ..5
      sizes: enum(s, m, l)[] 1..3 required
      attributes: json
      status: enum(draft, active) = draft
      publishedAt: datetime auto(action)
      seenAt: datetime auto(now)
      trace: uuid auto(uuid)
      releaseDate: { type: datetime, description: When it can be bought. }
    relations:
      category: belongs to Category, optional
      maker: belongs to Company, optional, soft
      related: many to many Product, inverse relatedTo
    actions:
      publish: { set: { status: active, publishedAt: $now }, when: { status: draft } }
      reprice: { set: { price: $input } }
      sendToPress: { summary: Tell the press }
  Order:
    fields:
      number: string required unique 1..20
    relations:
      buyer: belongs to Person
      products: many to many Product
  Line:
    fields:
      quantity: integer required 1..
    relations:
      order: belongs to Order, on delete cascade
      product: belongs to Product
    unique: [[orderId, productId]]
`;

export const shop = (): ApiDefinition => definitionFromYaml(shopYaml, "shop.yaml");
