import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { toOpenApi, toReference, toReferenceHtml } from "../../api/index.ts";
import { compareSpecs, definitionOf } from "../index.ts";
import { scanOf } from "./app.suite.ts";

// OpenAPI allows a fixed path next to one with a parameter, and servers have both
const config = await createConfig({ extends: ["recommended"], rules: { "no-ambiguous-paths": "off" } });

const files = {
  "app.js": `
    import express from "express";
    import { expressjwt } from "express-jwt";
    import { z } from "zod";
    const app = express();
    const guard = expressjwt({ secret: process.env.SECRET, algorithms: ["HS256"] });
    const maybe = expressjwt({ secret: process.env.SECRET, algorithms: ["HS256"], credentialsRequired: false });
    const Pet = z.object({ name: z.string().max(40), kind: z.enum(["cat", "dog"]), tags: z.array(z.object({ label: z.string() })).optional() });
    app.get("/pets", maybe, (req, res) => res.json([{ id: 1, name: "<b>|x|</b>" }, req.query.page]));
    app.post("/pets", guard, (req, res) => { const pet = Pet.parse(req.body); res.status(201).json(pet); });
    app.get("/pets/:petId", (req, res) => (req.params.petId ? res.json({}) : res.sendStatus(404)));
    app.delete("/pets/:id", guard, (req, res) => res.status(204).end());
    app.get("/pets/latest", (req, res) => { if (req.headers["x-api-key"] !== process.env.KEY) return res.sendStatus(401); res.redirect("/pets/1"); });
    app.get("/late/*rest", (req, res) => res.json(1));
    app.use((err, req, res, next) => res.status(err.status ?? 500).json({ error: err.message }));`,
};

describe("the API of found routes", () => {
  it("is OpenAPI that two validators take without a warning", async () => {
    const { routes } = await scanOf(files);
    const document = toOpenApi(definitionOf(routes, { title: "Pets", version: "1.0.0" }));
    const source = JSON.stringify(document);
    const linted = await lintFromString({ source, config, absoluteRef: "openapi.json" });
    expect(
      linted.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    ).toEqual([]);
    expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true });
    expect(document["openapi"]).toBe("3.0.0");
    const paths = document["paths"] as Record<string, Record<string, { security: unknown }>>;
    expect(Object.keys(paths)).toEqual(["/pets", "/pets/{petId}", "/pets/latest", "/late/{rest}"]);
    expect(paths["/pets"]!["get"]!.security).toEqual([{ bearer: [] }, {}]);
    expect(paths["/pets"]!["post"]!.security).toEqual([{ bearer: [] }]);
    expect(paths["/pets/latest"]!["get"]!.security).toEqual([{ header_x_api_key: [] }]);
  });

  it("is shown as Markdown and as HTML, in which nothing of the code acts", async () => {
    const { routes } = await scanOf(files);
    const api = definitionOf(routes, { title: "Pets <script>", version: "1.0.0" });
    const page = toReference(api);
    expect(page).toContain("### POST /pets");
    expect(page).toContain("| `tags.label` | string | required |");
    expect(page).toContain(`-d '{"name":"text","kind":"cat","tags":[{"label":"text"}]}'`);
    const html = toReferenceHtml(api);
    expect(html).toContain("Pets &lt;script&gt;");
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toContain("<b>");
  });

  it("is compared with a description, each difference by its endpoint", async () => {
    const { routes } = await scanOf(files);
    const found = toOpenApi(definitionOf(routes, { title: "Pets", version: "1.0.0" }));
    expect(compareSpecs(found, found)).toEqual([]);
    const described = {
      swagger: "2.0",
      basePath: "/",
      paths: {
        "/pets": {
          get: {
            responses: { 200: {} },
            parameters: [{ in: "query", name: "page" }],
            security: [{ key: [] }],
          },
          post: {
            responses: { 200: {}, 401: {} },
            parameters: [{ in: "body", schema: { properties: { name: {} } } }],
          },
        },
        "/owners": { get: { responses: {} } },
      },
    };
    const differences = compareSpecs(described, found).map(
      ({ kind, endpoint, what }) => `${kind} ${endpoint}: ${what}`,
    );
    expect(differences).toContain("removed GET /owners: described, but not found in the code");
    expect(differences).toContain("added DELETE /pets/{petId}: not described");
    expect(differences).toContain("changed POST /pets: body fields not described: kind, tags");
    expect(differences).toContain("changed POST /pets: answers not found in the code: 200");
    expect(differences).toContain("changed POST /pets: asks for credentials, which is not described");
    expect(differences.filter((item) => item.startsWith("changed GET /pets:"))).toEqual([]);
  });
});
