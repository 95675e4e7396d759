import { describe, expect, it } from "vitest";
import { calendarVersion } from "./index.ts";

const tag = (version: string, date: string) => ({ tag: version, version, date });
const dated = [
  tag("25.2.0", "2025-08-01"),
  tag("25.1.0", "2025-02-01"),
  tag("24.2.0", "2024-09-01"),
  tag("24.1.0", "2024-01-20"),
];

describe("versions by the calendar", () => {
  it.each([
    ["2025-11-02", "patch", "25.3.0"],
    ["2025-11-02", "major", "25.3.0"],
    ["2026-01-10", "patch", "26.1.0"],
  ] as const)("on %s a %s step is %s", (today, step, version) => {
    expect(calendarVersion(dated, step, today)).toBe(version);
  });

  it("mends in the last number where the project does, and writes two numbers where it does", () => {
    expect(calendarVersion([tag("25.2.1", "2025-08-03"), ...dated], "patch", "2025-11-02")).toBe("25.2.2");
    const short = [
      tag("2025.1", "2025-08-01"),
      tag("2025.0", "2025-02-01"),
      tag("2024.1", "2024-09-01"),
      tag("2024.0", "2024-01-20"),
    ];
    expect(calendarVersion(short, "patch", "2025-11-02")).toBe("2025.2");
    expect(calendarVersion(short, "patch", "2026-11-02")).toBe("2026.0");
  });

  it("aren't seen in a major that is as old as its year", () => {
    expect(calendarVersion(dated.slice(0, 3), "patch", "2025-11-02")).toBeUndefined();
    expect(calendarVersion([tag("26.0.0", "2025-09-01"), ...dated], "patch", "2025-11-02")).toBeUndefined();
    expect(calendarVersion([], "patch", "2025-11-02")).toBeUndefined();
  });
});
