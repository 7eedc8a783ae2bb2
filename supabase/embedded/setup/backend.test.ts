// @module-tag rest

import { randomUUID } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { deploymentConfigSchema } from "#supabase/functions/_shared/contracts/deployment-config.ts";
import { DEMO_MANUALS } from "#supabase/seed/demo.ts";
import { type LogLine, rest, signIn } from "#tests/support/backend.ts";
import { linkIn, mailTo } from "#tests/support/mail.ts";
import { DEMO, headersOf, post, runningBackend } from "#tests/support/running-backend.ts";

const tech = "tech@demo.example";
const admin = "admin@demo.example";
const boss = "super@demo.example";

const backend = runningBackend(() => ({ env: { OPENAI_API_KEY: "" } }));
const signedIn = async (email: string) => (await signIn(backend, email, DEMO)).accessToken;

describe("a backend", () => {
  test("reports that it is healthy", async () => {
    const reply = await fetch(`${backend.url}/healthz`);
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({ ok: true });
    expect(reply.headers.get("cache-control")).toBe("no-store");
  });

  test("serves a configuration that meets the contract and names the page's own origin", async () => {
    for (const origin of [backend.url, backend.url.replace("127.0.0.1", "localhost")]) {
      const reply = await fetch(`${origin}/config.json`);
      expect(reply.headers.get("cache-control")).toBe("no-store");
      expect(deploymentConfigSchema.parse(await reply.json())).toEqual({
        supabaseUrl: origin,
        supabaseKey: backend.publishableKey,
        ...{ demo: true, realtime: true, sendsMail: false },
        demoAccounts: [
          { email: boss, password: DEMO, role: "super_admin" },
          { email: admin, password: DEMO, role: "admin" },
          { email: tech, password: DEMO, role: "field_tech" },
        ],
      });
    }
  });

  test("prints the demo accounts, and no secret", () => {
    for (const email of [boss, admin, tech]) expect(backend.output()).toContain(email);
    expect(backend.output()).not.toContain(backend.secretKey);
    const printed = backend.output().trim().split("\n");
    expect(printed.filter((line) => !line.startsWith("{"))).toHaveLength(4);
  });
});

describe("signing in", () => {
  test.each([
    [boss, "super_admin", null, false],
    [admin, "admin", "Cascade Climate Services", true],
    [tech, "field_tech", "Cascade Climate Services", true],
  ])("%s signs in as %s", async (email, role, company, equipped) => {
    const { userId } = await signIn(backend, email, DEMO);
    const rights = ["can_use_voice_agent", "can_use_snap_agent", "can_use_label_agent"];
    const asked = `email,status,${rights},companies!profiles_company_id_fkey(name),user_roles(role)`;
    const path = `profiles?id=eq.${userId}&select=${asked}`;
    const { body } = await rest(backend, "service", "GET", path);
    expect(body).toEqual([
      {
        ...{ email, status: "active", user_roles: { role } },
        ...Object.fromEntries(rights.map((name) => [name, equipped])),
        companies: company === null ? null : { name: company },
      },
    ]);
  });

  test("a refresh token can be used once, and is then replaced by another one", async () => {
    const { refreshToken } = await signIn(backend, tech, DEMO);
    const given = { refresh_token: refreshToken };
    const reply = await post(backend, "auth/v1/token?grant_type=refresh_token", given);
    expect(reply.status).toBe(200);
    const session = await reply.json();
    expect(session.refresh_token).not.toBe(refreshToken);
    expect(session.expires_in).toBe(3600);
  });

  test("a mail is written to a file that only the operator can read, with a link to this backend", async () => {
    expect((await post(backend, "auth/v1/recover", { email: tech })).status).toBe(200);
    await expect.poll(() => mailTo(backend, tech)).toHaveLength(1);
    expect(linkIn(mailTo(backend, tech)[0])).toContain(`${backend.url}/auth/v1/verify`);
    await expect.poll(() => backend.output()).toContain("A mail was written to");
    const [, path = ""] = /A mail was written to (\S+)/.exec(backend.output()) ?? [];
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });
});

interface File {
  file_name: string;
  file_path: string;
  size_bytes: number;
  passage_count: number;
  indexed_passages: number;
}

describe("the demo's manuals", () => {
  const filesOf = async (email: string) =>
    (await rest<File[]>(backend, await signedIn(email), "GET", "knowledge_base?order=created_at"))
      .body;

  test("are searchable, and each is stored as the file that it is", async () => {
    const files = await filesOf(admin);
    expect(files.map(({ file_name }) => file_name)).toEqual(
      DEMO_MANUALS.map(({ fileName }) => fileName),
    );
    const headers = headersOf(backend, await signedIn(admin));
    for (const file of files) {
      expect(file.passage_count).toBeGreaterThan(10);
      expect(file.indexed_passages).toBe(file.passage_count);
      const path = `storage/v1/object/knowledge-base/${encodeURI(file.file_path)}`;
      const reply = await fetch(`${backend.url}/${path}`, { headers });
      const stored = Buffer.from(await reply.arrayBuffer());
      const source = new URL(`../../seed/manuals/${file.file_name}`, import.meta.url);
      expect(stored.equals(await readFile(source)), file.file_name).toBe(true);
      expect(file.size_bytes).toBe(stored.length);
    }
  });

  test("are found by the technician, but for the company's policies", async () => {
    expect((await filesOf(tech)).map(({ file_name }) => file_name)).toEqual(
      DEMO_MANUALS.filter(({ allowedAgents }) => allowedAgents.includes("label_agent")).map(
        ({ fileName }) => fileName,
      ),
    );
  });

  test.each([
    [
      "label-query",
      "Outdoor fan of the HP-240/A hums: E-30?",
      "northwind-hp-240-service-manual.pdf",
    ],
    ["ask-query", "Nobody opens the door: how long do I wait?", "company-service-policies.md"],
  ])("answer %s by a passage while no provider is set up", async (agent, question, manual) => {
    const headers = {
      ...headersOf(backend, await signedIn(tech)),
      "idempotency-key": randomUUID(),
    };
    const reply = await post(backend, `functions/v1/${agent}`, { question }, headers);
    expect(await reply.json()).toMatchObject({
      basis: "passages",
      sources: expect.arrayContaining([expect.objectContaining({ file_name: manual })]),
    });
  });
});

describe("the interfaces", () => {
  test("times are in ISO 8601", async () => {
    const path = "companies?select=created_at";
    const { body } = await rest<{ created_at: string }[]>(backend, "service", "GET", path);
    expect(body[0]?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
  });

  test("ordinary refusals are logged as answered requests, and not as errors", async () => {
    const before = backend.log().length;
    const { accessToken, userId } = await signIn(backend, tech, DEMO);
    const row = { id: randomUUID(), user_id: userId, agent_type: "voice", input_type: "voice" };
    const statuses: number[] = [];
    for (const body of [row, row, { ...row, agent_type: "none" }, { nonsense: 1 }]) {
      statuses.push((await rest(backend, accessToken, "POST", "agent_logs", body)).status);
    }
    expect(statuses).toEqual([201, 409, 400, 400]);
    const isPost = ({ route, method }: LogLine) =>
      method === "POST" && route === "/rest/v1/agent_logs";
    const rows = () => backend.log().slice(before).filter(isPost);
    await expect.poll(() => rows().map(({ status }) => status)).toEqual(statuses);
    expect(backend.log().filter(({ level }) => level === "error")).toEqual([]);
  });
});
