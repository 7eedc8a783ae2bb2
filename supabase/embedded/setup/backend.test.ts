// @module-tag rest

import { randomUUID } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deploymentConfigSchema } from "#supabase/functions/_shared/contracts/deployment-config.ts";
import { type Backend, type LogLine, rest, signIn, startBackend } from "#tests/support/backend.ts";
import { linkIn, mailTo } from "#tests/support/mail.ts";

const password = "field-demo";
const tech = "tech@demo.example";
const admin = "admin@demo.example";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(async () => {
  expect(await backend.stop()).toBe(0);
});

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
        demo: true,
        realtime: true,
        sendsMail: false,
        demoAccounts: [
          { email: "super@demo.example", password, role: "super_admin" },
          { email: admin, password, role: "admin" },
          { email: tech, password, role: "field_tech" },
        ],
      });
    }
  });

  test("prints the demo accounts, and no secret", () => {
    for (const email of ["super@demo.example", admin, tech]) {
      expect(backend.output()).toContain(email);
    }
    expect(backend.output()).not.toContain(backend.secretKey);
    const printed = backend.output().trim().split("\n");
    expect(printed.filter((line) => !line.startsWith("{"))).toHaveLength(4);
  });

  test("keeps its secrets in a file that only its owner can read", async () => {
    expect((await stat(join(backend.dataDir, "secrets.json"))).mode & 0o777).toBe(0o600);
    expect((await stat(backend.dataDir)).mode & 0o777).toBe(0o700);
  });
});

describe("signing in", () => {
  test.each([
    ["super@demo.example", "super_admin", null, false],
    [admin, "admin", "Cascade Climate Services", true],
    [tech, "field_tech", "Cascade Climate Services", true],
  ])("%s signs in as %s", async (email, role, company, equipped) => {
    const { userId } = await signIn(backend, email, password);
    const { body } = await rest(
      backend,
      "service",
      "GET",
      `profiles?id=eq.${userId}&select=email,status,can_use_voice_agent,can_use_snap_agent,can_use_label_agent,companies!profiles_company_id_fkey(name),user_roles(role)`,
    );
    expect(body).toEqual([
      {
        email,
        status: "active",
        can_use_voice_agent: equipped,
        can_use_snap_agent: equipped,
        can_use_label_agent: equipped,
        companies: company === null ? null : { name: company },
        user_roles: { role },
      },
    ]);
  });

  test("a wrong password is refused", async () => {
    await expect(signIn(backend, tech, "field-demo!")).rejects.toThrow("400");
  });

  test("signing up is refused", async () => {
    const reply = await fetch(`${backend.url}/auth/v1/signup`, {
      method: "POST",
      headers: { apikey: backend.publishableKey, "content-type": "application/json" },
      body: JSON.stringify({ email: "new@demo.example", password: "long enough" }),
    });
    expect(reply.status).toBe(404);
    const { body } = await rest(backend, "service", "GET", "profiles?email=eq.new@demo.example");
    expect(body).toEqual([]);
  });

  test("a refresh token can be used once, and is then replaced by another one", async () => {
    const { refreshToken } = await signIn(backend, tech, password);
    const reply = await fetch(`${backend.url}/auth/v1/token?grant_type=refresh_token`, {
      method: "POST",
      headers: { apikey: backend.publishableKey, "content-type": "application/json" },
      body: JSON.stringify({ refresh_token: refreshToken }),
    });
    expect(reply.status).toBe(200);
    const session = await reply.json();
    expect(session.refresh_token).not.toBe(refreshToken);
    expect(session.expires_in).toBe(3600);
  });

  test("a mail is written to a file that only the operator can read, with a link to this backend", async () => {
    const reply = await fetch(`${backend.url}/auth/v1/recover`, {
      method: "POST",
      headers: { apikey: backend.publishableKey, "content-type": "application/json" },
      body: JSON.stringify({ email: tech }),
    });
    expect(reply.status).toBe(200);
    await expect.poll(() => mailTo(backend, tech)).toHaveLength(1);
    expect(linkIn(mailTo(backend, tech)[0])).toContain(`${backend.url}/auth/v1/verify`);
    await expect.poll(() => backend.output()).toContain("A mail was written to");
    const [, path = ""] = /A mail was written to (\S+)/.exec(backend.output()) ?? [];
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });
});

const ROWS = "/rest/v1/agent_logs";

describe("the interfaces", () => {
  test("times are in ISO 8601", async () => {
    const { body } = await rest<{ created_at: string }[]>(
      backend,
      "service",
      "GET",
      "companies?select=created_at",
    );
    expect(body[0]?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
  });

  test("ordinary refusals are logged as answered requests, and not as errors", async () => {
    const before = backend.log().length;
    const { accessToken, userId } = await signIn(backend, tech, password);
    const row = { id: randomUUID(), user_id: userId, agent_type: "voice", input_type: "voice" };
    const statuses: number[] = [];
    for (const body of [row, row, { ...row, agent_type: "none" }, { nonsense: 1 }]) {
      statuses.push((await rest(backend, accessToken, "POST", "agent_logs", body)).status);
    }
    expect(statuses).toEqual([201, 409, 400, 400]);
    const isPost = ({ route, method }: LogLine) => method === "POST" && route === ROWS;
    const rows = () => backend.log().slice(before).filter(isPost);
    await expect.poll(() => rows().map(({ status }) => status)).toEqual(statuses);
    expect(backend.log().filter(({ level }) => level === "error")).toEqual([]);
  });

  test("files are stored and read back byte for byte, and only as the policies allow", async () => {
    const client = createClient(backend.url, backend.secretKey, {
      auth: { persistSession: false },
      // Only here because Node 20 has no WebSocket, and the client cannot be constructed without
      // one.
      realtime: { transport: class {} as never },
    });
    const made = await client.storage.createBucket("papers", { public: false });
    expect(made.error).toBeNull();
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7919) % 251);
    const path = `${randomUUID()}/1767225600000_Heat pump (2).pdf`;
    for (const content of [new Uint8Array([1, 2, 3]), bytes]) {
      const stored = await client.storage
        .from("papers")
        .upload(path, content.buffer, { contentType: "application/pdf", upsert: true });
      expect(stored.error).toBeNull();
    }
    const read = await client.storage.from("papers").download(path);
    expect(read.error).toBeNull();
    expect(read.data?.type).toBe("application/pdf");
    expect(Buffer.from((await read.data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(
      Buffer.from(bytes),
    );

    const { accessToken } = await signIn(backend, tech, password);
    const address = `${backend.url}/storage/v1/object/papers/${encodeURIComponent(path)}`;
    const stranger = await fetch(address, {
      headers: { apikey: backend.publishableKey, authorization: `Bearer ${accessToken}` },
    });
    expect(stranger.ok).toBe(false);

    const removed = await client.storage.from("papers").remove([path]);
    expect(removed.error).toBeNull();
    expect((await client.storage.from("papers").download(path)).error).not.toBeNull();
    const secrets = await readFile(join(backend.dataDir, "secrets.json"), "utf8");
    expect(JSON.parse(secrets).secretKey).toBe(backend.secretKey);
  });
});
