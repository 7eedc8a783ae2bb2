// @module-tag rest

import { randomBytes, randomUUID } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { type AiProvider, startAiProvider } from "#tests/support/ai-provider/ai-provider.ts";
import { type Backend, freshDataDir, rest, signIn, startBackend } from "#tests/support/backend.ts";
import { linkIn, mailTo } from "#tests/support/mail.ts";
import { currentKey } from "#tests/support/signing-keys.ts";
import { RECORDING } from "#tests/support/voice-request.ts";

const email = "owner@company.example";
const password = `pass-${randomBytes(12).toString("hex")}`;
const wrongPassword = `wrong-${randomBytes(12).toString("hex")}`;
const aiKey = `sk-${randomBytes(24).toString("hex")}`;

describe("the output of a backend in use", () => {
  /** Secrets by their names, so that a failure prints only the name. */
  const secrets: Record<string, string> = { password, wrongPassword, aiKey };
  let printed: string;
  let open: string[];

  beforeAll(async () => {
    const provider = await startAiProvider({ apiKey: aiKey });
    const dataDir = await freshDataDir();
    secrets.signingKey = String((await currentKey({ dataDir })).privateJwk.d);
    const backend = await startBackend({
      dataDir,
      env: {
        DEMO: "0",
        SUPER_ADMIN_EMAIL: email,
        SUPER_ADMIN_PASSWORD: password,
        OPENAI_API_KEY: aiKey,
        OPENAI_BASE_URL: provider.url,
      },
    });
    try {
      const kept = JSON.parse(await readFile(join(backend.dataDir, "secrets.json"), "utf8"));
      Object.assign(secrets, { jwtSecret: kept.jwtSecret, secretKey: kept.secretKey });
      Object.assign(secrets, await use(backend, provider));
      await until(() => expect(backend.output()).toContain("A mail was written to"));
      open = await openFiles(backend.dataDir);
    } finally {
      printed = backend.output();
      await backend.stop();
      await provider.stop();
      await rm(dataDir, { recursive: true });
    }
  });

  test("contains no password, token, key or link", () => {
    expect(Object.keys(secrets)).toHaveLength(10);
    for (const [name, secret] of Object.entries(secrets)) {
      expect(secret.length, name).toBeGreaterThan(15);
      expect(printed.includes(secret), name).toBe(false);
    }
    // Checks that `printed` really is the backend's output.
    expect(printed).toContain("Field Agents is ready at");
  });

  test("comes with secrets, mails and files that only their owner can read", () => {
    expect(open).toEqual([]);
  });
});

const until = (holds: () => void) => vi.waitFor(holds, { timeout: 30_000, interval: 50 });

/**
 * Makes the backend handle secrets: a sign-in, a wrong password, a mail, refusals, and an answer
 * and a refusal of the AI provider.
 */
async function use(backend: Backend, provider: AiProvider): Promise<Record<string, string>> {
  await expect(signIn(backend, email, wrongPassword)).rejects.toThrow("400");
  const { accessToken, refreshToken, userId } = await signIn(backend, email, password);
  const headers = { apikey: backend.publishableKey, authorization: `Bearer ${accessToken}` };
  const post = (path: string, body: unknown) =>
    fetch(backend.url + path, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  expect((await post("/auth/v1/recover", { email })).status).toBe(200);
  await until(() => expect(mailTo(backend, email)).toHaveLength(1));
  const link = new URL(linkIn(mailTo(backend, email)[0]) ?? "");

  const forged = `${accessToken.slice(0, -6)}AAAAAA`;
  expect((await rest(backend, forged, "GET", "profiles")).status).toBe(401);
  expect((await rest(backend, accessToken, "GET", "agent_requests")).status).toBe(403);
  expect((await post("/rest/v1/agent_logs", { user_id: userId, nonsense: password })).status).toBe(
    400,
  );
  const service = (path: string, body: unknown) => rest(backend, "service", "PATCH", path, body);
  await service(`profiles?id=eq.${userId}`, { can_use_voice_agent: true });

  const record = () => {
    const body = new FormData();
    body.set("audio", new File([RECORDING], "note.webm", { type: "audio/webm" }));
    const sent = { ...headers, "idempotency-key": randomUUID() };
    return fetch(`${backend.url}/functions/v1/voice-transcribe`, {
      method: "POST",
      headers: sent,
      body,
    });
  };
  expect((await record()).status).toBe(200);
  // A real provider may repeat the key like this.
  provider.respondWith({ do: "status", status: 401, message: `Incorrect API key: ${aiKey}` });
  expect((await record()).status).toBeGreaterThan(499);
  const logged = await rest(backend, "service", "GET", "detailed_agent_logs?select=*");
  expect(JSON.stringify(logged.body)).toContain("Incorrect API key");
  expect(JSON.stringify(logged.body).includes(aiKey)).toBe(false);
  return { accessToken, refreshToken, forged, linkToken: link.searchParams.get("token") ?? "" };
}

/** Files with secrets or people's data that others than their owner may read. */
async function openFiles(dataDir: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const inside = path.slice(dataDir.length);
    if (!entry.isFile() || !/^\/(secrets\.json|mail\/|storage\/)/.test(inside)) continue;
    if (((await stat(path)).mode & 0o077) !== 0) found.push(inside);
  }
  return found;
}

describe("the repository", () => {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const made = new Set(["node_modules", ".git", "dist", ".data", ".cache", "test-results"]);
  const patterns: [what: string, pattern: RegExp][] = [
    ["an OpenAI key", /\bsk-(proj-)?[A-Za-z0-9_-]{24,}/],
    ["a secret key of a project", /\bsb_secret_(?!for_tests)[A-Za-z0-9_-]{16,}/],
    ["a signed token", /\beyJ[A-Za-z0-9_-]{15,}\.eyJ[A-Za-z0-9_-]{15,}\.[A-Za-z0-9_-]{20,}/],
    ["a private key", /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
    ["a cloud's key", /\b(AKIA[0-9A-Z]{16}|AIza[0-9A-Za-z_-]{35}|gh[pousr]_[A-Za-z0-9]{36})\b/],
    [
      "a password in an address",
      /\b(postgres(ql)?|https?):\/\/[a-z_]+:(?!password|hidden|\$)[^\s@/:"'`<…]{6,}@/,
    ],
  ];

  async function texts(folder: string): Promise<string[]> {
    const found: string[] = [];
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (made.has(entry.name)) continue;
      if (entry.isDirectory()) found.push(...(await texts(path)));
      else if (entry.isFile() && (await stat(path)).size < 5_000_000) found.push(path);
    }
    return found;
  }

  test("contains no secret", async () => {
    const found: string[] = [];
    const files = await texts(root);
    for (const path of files) {
      const text = await readFile(path, "latin1");
      for (const [what, pattern] of patterns) {
        if (pattern.test(text)) found.push(`${what} in ${path.slice(root.length)}`);
      }
    }
    expect(found).toEqual([]);
    expect(files.length).toBeGreaterThan(500);
  });
});
