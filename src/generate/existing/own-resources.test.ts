import { expect, it } from "vitest";
import { ownResources } from "./own-resources.ts";
import { project } from "./testing.suite.ts";

it.each([
  ["schema.prisma", "model Course {\n  id Int @id @default(autoincrement())\n}\n", "integer"],
  [
    "vessels.ts",
    "export const courses = pgTable('courses', {\n  id: uuid('id').primaryKey(),\n});\n",
    "uuid",
  ],
  ["course.py", "class Course(Base):\n    id: Mapped[int] = mapped_column(primary_key=True)\n", "integer"],
  [
    "course.ts",
    '@Entity()\nexport class Course {\n  @PrimaryGeneratedColumn("uuid")\n  id: string;\n}\n',
    "uuid",
  ],
  ["course.js", 'module.exports = model("Course", new Schema({ title: String }));\n', "string"],
  ["courses.ts", 'export default model<Lessons>("Courses", lessons);\n', "string"],
  ["course.interface.ts", "export default interface ICourse {\n  title: string;\n}\n", "string"],
  ["001.sql", "create table courses (\n  id bigserial primary key\n);\n", "integer"],
  [
    "models.py",
    "class Course(Base):\n    title: Mapped[str]\n\nclass Talk(Base):\n    course_id: Mapped[uuid.UUID]\n",
    "uuid",
  ],
])("finds what an application declares, and the type of its ids: %s", async (path, text, type) => {
  const files = await project({ [path]: text, "src/other.ts": "const courses = count();\n" });
  expect([...(await ownResources(files, ["Course", "Room"], []))]).toEqual([["Course", type]]);
  expect(await ownResources(files, ["Course"], [path])).toEqual(new Map());
});

it.each(["table".repeat(40_000), `model =${" ".repeat(190_000)}`, `create table${"\n".repeat(190_000)}`])(
  "reads whatever a project holds without delay",
  async (text) => {
    const files = await project({ "src/long.ts": text, "src/course.ts": 'model("Course")\n' });
    expect([...(await ownResources(files, ["Course"], [])).keys()]).toEqual(["Course"]);
  },
  30_000, // against hanging alone
);
