import { describe, expect, it } from "vitest";
import { definitionFromYaml, policyOf, policyText, withoutAccounts } from "./index.ts";

const of = (yaml: string) => definitionFromYaml(`auth: bearer\nresources:\n${yaml}`, "api.yaml");

const member = `  Member:
    fields:
      email: email required unique
      password: password required
      role: enum(member, admin) auto(action) = member
      status: enum(active, banned) auto(action) = active
    actions:
      ban: { set: { status: banned } }
      rename: {}
`;
const note = (more = ""): string => `  Note:
${more}    fields: { text: string required }
    relations:
      author: belongs to Member
      reader: belongs to Member, optional
  Topic: { fields: { name: string required }, relations: { notes: has many Note } }
`;

describe("who may do what", () => {
  const policy = policyOf(of(member + note()));

  it("leaves accounts to themselves, and their role and status to administrators", () => {
    expect(policy?.rules["listMembers"]).toEqual({ who: "admin" });
    expect(policy?.rules["updateMember"]).toEqual({ who: "self", frozen: ["role", "status"] });
    expect(policy?.rules["banMember"]).toEqual({ who: "admin" });
    expect(policy?.rules["renameMember"]?.who).toBe("self");
    expect(policy?.rules["register"]).toBeUndefined();
    expect(policy?.rules["logout"]).toEqual({ who: "account" });
  });

  it("leaves accounts and what tells them apart to administrators where registration is closed", () => {
    const named = member
      .replace("    fields:", "    register: closed\n    fields:")
      .replace("      role:", "      handle: string unique\n      seat: string\n      role:");
    const api = of(`${named}    unique: [[seat, status]]\n${note()}`);
    const closed = policyOf(api);
    expect(closed?.rules["createMember"]).toEqual({ who: "admin" });
    const frozen = ["role", "status", "email", "handle", "seat"];
    expect(closed?.rules["patchMember"]).toEqual({ who: "self", frozen });
    expect(Object.keys(api.schemas)).not.toContain("MemberRegistration");
    const open = api.operations.filter(({ security }) => security.length === 0);
    expect(open.map(({ operationId }) => operationId)).toEqual(["login"]);
    const [before, after] = [policyText(policy!, of(member + note())), policyText(closed!, api)].map(String);
    expect(before).toContain("registering tells whether an account is taken");
    expect(after).not.toContain("registering tells");
    expect(after).toContain("Registration: closed");
  });

  it("says who may register of accounts only", () => {
    expect(() => of(member + note("    register: closed\n"))).toThrow(
      "register is for accounts, which Note is not",
    );
    expect(() => of(member.replace("    fields:", "    register: invited\n    fields:"))).toThrow(
      "register can only be open or closed",
    );
  });

  it("leaves records to whoever they say they belong to", () => {
    expect(policy?.rules["listNotes"]).toEqual({ who: "account" });
    expect(policy?.rules["deleteNote"]).toMatchObject({ who: "owner", field: "authorId", record: true });
    const named = policyOf(of(member + note("    owner: reader\n")));
    expect(named?.rules["deleteNote"]).toMatchObject({ field: "readerId" });
    const nobody = policyOf(of(member + note("    owner: none\n")));
    expect(nobody?.rules["deleteNote"]).toEqual({ who: "account" });
  });

  it("hides records that only owners read, below other records too", () => {
    const hidden = policyOf(of(member + note("    read: owner\n")));
    expect(hidden?.rules["getNote"]).toMatchObject({ who: "owner", record: true });
    expect(hidden?.rules["listNotes"]).toMatchObject({ who: "owner", list: true });
    expect(hidden?.rules["listNotesOfTopic"]).toEqual({ who: "admin" });
  });

  it("says what nobody protects", () => {
    const api = of(member + note());
    const found = policyOf(api);
    expect(found && policyText(found, api)).toContain("Topic: not protected, every account may change it");
  });

  it("is none without accounts, and refuses an owner that is no relation", () => {
    expect(policyOf(of(note().replaceAll("belongs to Member", "belongs to Topic")))).toBeUndefined();
    expect(() => of(member + note("    owner: writer\n"))).toThrow("The owner of Note is writer");
  });

  it("asks for no token where records are public, except for accounts and nested lists", () => {
    const api = of(
      member.replace("    fields:", "    read: public\n    fields:") + note("    read: public\n"),
    );
    const open = api.operations.filter(({ security }) => security.length === 0);
    expect(open.map(({ operationId }) => operationId).toSorted()).toEqual([
      "getNote",
      "listNotes",
      "login",
      "register",
    ]);
    const closed = withoutAccounts(api).operations.filter(({ security }) => security.length === 0);
    expect(closed).toEqual([]);
    const policy = policyOf(api);
    expect(policy && policyText(policy, api).join("\n")).toContain("read by anybody, without a token");
  });
});
