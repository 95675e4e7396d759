import { listed } from "../../lib/index.ts";
import type { Project } from "../../code/index.ts";

/** Libraries that applications keep their data by, by package. */
const libraries: Readonly<Record<string, string>> = {
  "@prisma/client": "Prisma",
  typeorm: "TypeORM",
  "drizzle-orm": "Drizzle",
  sequelize: "Sequelize",
  "@mikro-orm/core": "MikroORM",
  knex: "Knex",
  mongoose: "mongoose",
  sqlalchemy: "SQLAlchemy",
  sqlmodel: "SQLModel",
  "tortoise-orm": "Tortoise ORM",
  beanie: "Beanie",
};

/**
 * What an application keeps its data by, and what resources that go into it are stored by; nothing where it has no
 * library for that.
 * @param used what the resources are stored by
 * @param why why Prisma is not used, where the application has it
 */
export function storageNotes(
  { dependencies }: Project,
  used: string,
  why: string | undefined,
): readonly string[] {
  const own = Object.entries(libraries).flatMap(([name, called]) =>
    Object.hasOwn(dependencies, name) ? [called] : [],
  );
  if (!own.length) return [];
  if (own.includes(used))
    return [
      `This application keeps its data by ${listed(own)}; the new resources are stored by ${used} too.`,
    ];
  const reason =
    own.includes("Prisma") && why !== undefined
      ? ` ${why},`
      : ` nothing is generated for ${listed(own, "or")},`;
  return [
    `This application keeps its data by ${listed(own)};${reason} so the new resources are stored by ${used}, apart from its own. Another choice: --db, or --out=FOLDER for an API of its own.`,
  ];
}
