import { listed } from "../../lib/index.ts";
import type { Project } from "../../code/index.ts";

/** Data libraries of applications, by package. */
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
 * Returns notes on the application's data library and what generated resources use instead; empty if it has none.
 * @param used how the resources are stored
 * @param why why the application's Prisma is not used
 */
export function storageNotes(
  { dependencies }: Project,
  used: string,
  why: string | undefined,
): readonly string[] {
  const libraryNames = Object.entries(libraries).flatMap(([name, called]) =>
    Object.hasOwn(dependencies, name) ? [called] : [],
  );
  if (!libraryNames.length) return [];
  if (libraryNames.includes(used))
    return [
      `This application keeps its data by ${listed(libraryNames)}; the new resources are stored by ${used} too.`,
    ];
  const reason =
    libraryNames.includes("Prisma") && why !== undefined
      ? ` ${why},`
      : ` nothing is generated for ${listed(libraryNames, "or")},`;
  return [
    `This application keeps its data by ${listed(libraryNames)};${reason} so the new resources are stored by ${used}, apart from its own. Another choice: --db, or --out=FOLDER for an API of its own.`,
  ];
}
