import { expect, it } from "vitest";
import { command, server } from "#tests/support/one-administrator.ts";
import { unreachable } from "../backend/outcome.ts";
import { type Invitation, invite, invitedCompanyId } from "./invitations.ts";

const REQUEST = "0b1f2c3d-0000-4000-8000-000000000001";
const OTHER = "0b1f2c3d-0000-4000-8000-000000000002";

const send = (more: Partial<Invitation> = {}) =>
  invite(command, {
    requestId: REQUEST,
    company: { name: "Alder" },
    administrator: { fullName: "Pat Lee", email: "pat@alder.example" },
    ...more,
  });

it("an invitation makes the company and its administrator, who gets a temporary password", async () => {
  const company = { id: invitedCompanyId(REQUEST), name: "Alder" };
  expect(await send()).toMatchObject({
    kind: "done",
    company,
    temporary: { password: "k7mp-3xqd-w9ht" },
  });
  expect([...server.created.values()]).toEqual([
    {
      ...{ full_name: "Pat Lee", email: "pat@alder.example", role: "admin" },
      company_id: company.id,
      ...{ can_use_snap_agent: true, can_use_voice_agent: true, can_use_label_agent: true },
    },
  ]);
});

it.each([
  ["the company's answer is lost", () => server.lost.add("add companies"), "no_company"],
  ["the person's answer is lost", () => server.lost.add("createUser"), "no_administrator"],
  ["nothing arrives", () => server.fail.set("add companies", unreachable()), "no_company"],
] as const)(
  "an invitation makes nothing twice when %s and it is sent again",
  async (_, fault, kind) => {
    fault();
    expect(await send()).toMatchObject({ kind });
    server.fail.clear();
    expect(await send()).toMatchObject({ kind: "done" });
    expect([server.companies.size, server.created.size]).toEqual([1, 1]);
  },
);

it("an invitation tells that the company is there when its administrator is not", async () => {
  await send({ requestId: OTHER });
  expect(await send()).toMatchObject({
    kind: "no_administrator",
    reason: "taken",
    company: { name: "Alder" },
    message: "There already.",
  });
  expect(server.companies.size).toBe(2);
});

it("an invitation makes no company if one is chosen", async () => {
  const company = { id: OTHER, name: "Birch" };
  expect(await send({ company })).toMatchObject({ kind: "done", company });
  expect(server.companies.size).toBe(0);
});

it("derives the company's id, so that no visitor can choose an id that is there", () => {
  expect(invitedCompanyId(REQUEST)).not.toBe(REQUEST);
  expect(invitedCompanyId(REQUEST)).toBe(invitedCompanyId(REQUEST));
  expect(invitedCompanyId(OTHER)).not.toBe(invitedCompanyId(REQUEST));
});
