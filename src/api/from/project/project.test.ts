import { describe, expect, it } from "vitest";
import { definitionFromYaml, definitionToYaml, fromName } from "../../index.ts";
import { folder } from "../../testing.suite.ts";

/** Returns the definition's YAML lines below the resource, read from the files of a project. */
async function read(
  files: Readonly<Record<string, string>>,
): Promise<{ yaml: string; assumed: string; ignored: readonly string[] }> {
  const { api, assumed, ignored } = await fromName("Ticket", folder(files));
  return { yaml: definitionToYaml(api), assumed: assumed[0] ?? "", ignored };
}

/** Returns the schemas of the resource's fields by name. */
async function schemas(files: Readonly<Record<string, string>>): Promise<Readonly<Record<string, unknown>>> {
  const { api } = await fromName("Ticket", folder(files));
  return Object.fromEntries((api.resources[0]?.fields ?? []).map(({ name, schema }) => [name, schema]));
}

describe("fromProject", () => {
  it("reads a Prisma model", async () => {
    const { yaml, assumed } = await read({
      "prisma/schema.prisma": `enum Status {\n  OPEN\n  DONE\n}\nmodel Ticket {\n  id String @id @default(uuid())\n  subject String @db.VarChar(200)\n  code Int @unique\n  body String?\n  status Status @default(OPEN)\n  labels String[]\n  price Decimal\n  seen DateTime @default(now())\n  urgent Boolean @default(false)\n  owner User @relation(fields: [ownerId], references: [id], onDelete: Cascade)\n  ownerId String\n  createdAt DateTime @default(now())\n  @@unique([code, subject])\n}\n`,
    });
    expect(assumed).toBe("Ticket is read from the Prisma model in prisma/schema.prisma.");
    expect(yaml).toContain(`    fields:
      subject: string required ..200
      code: integer required unique
      body: string
      status: enum(OPEN, DONE) = OPEN
      labels: string[] required
      price: decimal(12, 2) required
      seen: datetime auto(now)
      urgent: boolean = false
    relations:
      owner: belongs to User, on delete cascade, soft
    unique: [ [ code, subject ] ]`);
  });

  it("reads an SQL table", async () => {
    const { yaml } = await read({
      "db/001.sql": `create type level as enum ('low', 'high');\n-- tickets\nCREATE TABLE IF NOT EXISTS "tickets" (\n  id uuid primary key,\n  subject varchar(120) not null,\n  price numeric(10, 2) default 0,\n  kind text not null check (kind in ('bug', 'wish')),\n  level level default 'low',\n  tags text[] not null,\n  due_date date,\n  email text unique not null,\n  project_id uuid not null references projects(id) on delete cascade,\n  created_at timestamptz default now(),\n  unique (subject, project_id)\n);`,
    });
    expect(yaml).toContain(`      subject: string required ..120
      price:`);
    expect(yaml).toContain(`      kind: enum(bug, wish) required
      level: enum(low, high) = low
      tags: string[] required
      dueDate: date
      email: email required unique
    relations:
      project: belongs to Project, on delete cascade, soft
    unique: [ [ subject, projectId ] ]`);
  });

  it("reads an SQL table whose choices are never closed", async () => {
    const { yaml } = await read({
      "db/001.sql": `create table tickets (\n  id uuid primary key,\n  subject text not null,\n  kind text check (kind in (${"'a'  ".repeat(500)} other))\n);`,
    });
    expect(yaml).toMatch(/ subject: \w+ required\n +kind: \w+\n/);
  });

  it("reads a zod schema", async () => {
    const { yaml } = await read({
      "src/ticket.ts": `import { z } from "zod";\nexport const ticketSchema = z.object({\n  subject: z.string().min(3).max(200),\n  email: z.email(),\n  count: z.number().int().min(0).max(10).default(1),\n  kind: z.enum(["bug", "wish"]).optional(),\n  tags: z.array(z.string()),\n  ownerId: z.uuid(),\n  due: z.iso.date().nullable(),\n});`,
    });
    expect(yaml).toContain(`      subject: string required 3..200
      email: email required
      count: integer 0..10 = 1
      kind: enum(bug, wish)
      tags: string[] required
      due: date
    relations:
      owner: belongs to Owner, soft`);
  });

  it("keeps the bounds of items apart from the count of a list", async () => {
    const tags = { type: "array", items: { type: "string", maxLength: 30 }, maxItems: 100 };
    const wanted = {
      tags,
      few: { ...tags, items: { type: "string", minLength: 2 }, minItems: 1, maxItems: 5 },
      ratios: { type: "array", items: { type: "number", minimum: 0 }, maxItems: 100 },
    };
    const zod = `import { z } from "zod";\nexport const Ticket = z.object({\n  tags: z.array(z.string().max(30)),\n  few: z.string().min(2).array().nonempty().max(5),\n  ratios: z.array(z.number().nonnegative().optional().default(1)),\n});`;
    const prisma = `model Ticket {\n  tags String[] @db.VarChar(30)\n}\n`;
    const sql = (type: string): string => `create table tickets (\n  tags ${type} not null\n);`;
    expect(await schemas({ "src/ticket.ts": zod })).toEqual(wanted);
    expect(await schemas({ "a.prisma": prisma })).toEqual({ tags });
    for (const type of ["varchar(30)[]", "character varying(30) []", "VARCHAR(30) ARRAY", "varchar(30)[8]"])
      expect(await schemas({ "a.sql": sql(type) })).toEqual({ tags });
    const { yaml } = await read({ "a.prisma": prisma });
    expect(definitionToYaml(definitionFromYaml(yaml, "api.yaml"))).toBe(yaml);
  });

  it("takes the next integer as a bound only where values are integers", async () => {
    const text = `import { z } from "zod";\nexport const Ticket = z.object({\n  ratio: z.number().positive(),\n  rank: z.number().positive().int(),\n  least: z.number().gt(2.5).int().lt(9),\n  share: z.number().gt(0).lt(0.5),\n  debts: z.array(z.number().int().negative()),\n});`;
    expect(await schemas({ "src/ticket.ts": text })).toMatchObject({
      ratio: { type: "number", minimum: 0 },
      rank: { type: "integer", minimum: 1 },
      least: { type: "integer", minimum: 3, maximum: 8 },
      share: { type: "number", minimum: 0, maximum: 0.5 },
      debts: { type: "array", items: { type: "integer", maximum: -1 }, maxItems: 100 },
    });
  });

  it("reads a Pydantic model", async () => {
    const { yaml } = await read({
      "app/models.py": `class Level(str, Enum):\n    LOW = "low"\n    HIGH = "high"\n\nclass Ticket(BaseModel):\n    id: UUID\n    subject: str = Field(min_length=3, max_length=200)\n    email: EmailStr\n    level: Level = "low"\n    kind: Literal["bug", "wish"]\n    seats: int = Field(default=1, ge=1, le=9)\n    tags: list[str]\n    due: date | None = None\n    owner: Optional[User] = None\n\n    def close(self):\n        x: int = 1\n`,
    });
    expect(yaml).toContain(`      subject: string required 3..200
      email: email required
      level: enum(low, high) = low
      kind: enum(bug, wish) required
      seats: integer 1..9 = 1
      tags: string[] required
      due: date
    relations:
      owner: belongs to User, optional, soft`);
  });

  it("reads an interface, a type and a class", async () => {
    const body = `{\n  id: string;\n  subject: string;\n  kind: "bug" | "wish";\n  level?: Level | null;\n  tags: readonly string[];\n  due: Date;\n  extra?: Record<string, unknown>;\n  projectId: string;\n  owner?: User;\n  close(): void;\n  onClose?: () => void;\n}`;
    for (const head of ["export interface Ticket ", "type Ticket = ", "export default class Ticket "]) {
      const text = `enum Level { Low = "low", High = "high" }\n${head}${head.includes("class") ? body.replace("  close(): void;", "  close(): void {}") : body}`;
      const { yaml, ignored } = await read({ "src/ticket.ts": text });
      expect(yaml).toContain(`      subject: string required
      kind: enum(bug, wish) required
      level: enum(low, high)
`);
      expect(yaml).toContain(`      due: datetime required
      extra: json
    relations:
      project: belongs to Project, soft
      owner: belongs to User, optional, soft`);
      expect(ignored).toContain("Ticket.onClose can't be stored, so it is ignored.");
    }
  });

  it("leaves alone what it can't read", async () => {
    const { assumed } = await read({
      "src/broken.ts": "interface Ticket {",
      "a.sql": "create table tickets (",
      "b.prisma": "model Ticket {",
    });
    expect(assumed).not.toContain("is read from");
  });
});
