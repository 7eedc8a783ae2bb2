// @module-tag rest

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Backend, startBackend } from "#tests/support/backend.ts";

const paths = [
  "/config.json",
  "/healthz",
  "/auth/v1/settings",
  "/auth/v1/admin/users",
  "/rest/v1/companies",
  "/storage/v1/bucket",
  "/functions/v1/ask-query",
  "/functions/v1/nowhere",
];
const methods = ["GET", "POST", "PATCH", "DELETE"];
const friend = "https://app.example";
const stranger = "https://else.example";

/** The CORS headers of an answer. */
function leaves(reply: Response): Record<string, string> {
  return Object.fromEntries(
    [...reply.headers].filter(([name]) => name.startsWith("access-control-")),
  );
}

const started = (env: Record<string, string>) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await startBackend({ env });
  });
  afterAll(async () => void (await backend?.stop()));
  return {
    ask: (path: string, origin: string, init: RequestInit = {}) =>
      fetch(backend.url + path, { ...init, headers: { origin, ...init.headers } }),
    question: (path: string, origin: string, headers: Record<string, string> = {}) =>
      fetch(backend.url + path, {
        method: "OPTIONS",
        headers: {
          origin,
          "access-control-request-method": "PATCH",
          "access-control-request-headers": "apikey,authorization,x-client-info",
          ...headers,
        },
      }),
  };
};

describe("without other allowed origins", () => {
  const { ask, question } = started({});

  test.each(paths)("%s can be read only by pages of the app", async (path) => {
    for (const method of methods) expect(leaves(await ask(path, stranger, { method }))).toEqual({});
    const answer = await question(path, stranger);
    expect(answer.status).toBe(204);
    expect(leaves(answer)).toEqual({});
  });
});

describe("with one allowed origin", () => {
  const { ask, question } = started({ ALLOWED_ORIGINS: `https://one.example, ${friend}/` });

  test.each(paths)("%s can be read by its pages too, and by no others", async (path) => {
    for (const method of methods) {
      const reply = await ask(path, friend, { method });
      expect(leaves(reply)).toEqual({
        "access-control-allow-origin": friend,
        "access-control-expose-headers": expect.stringContaining("Retry-After"),
      });
      expect(reply.headers.get("vary")).toMatch(/\bOrigin\b/);
      const refused = await ask(path, stranger, { method });
      expect(leaves(refused)).toEqual({});
      expect(refused.headers.get("vary")).toMatch(/\bOrigin\b/);
    }
    const answer = await question(path, friend);
    expect(answer.status).toBe(204);
    expect(leaves(answer)).toEqual({
      "access-control-allow-origin": friend,
      "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
      "access-control-allow-headers": "apikey,authorization,x-client-info",
      "access-control-max-age": "86400",
    });
    expect(leaves(await question(path, stranger))).toEqual({});
    expect(leaves(await question(path, `${friend}.else.example`))).toEqual({});
    expect(leaves(await question(path, "null"))).toEqual({});
  });
});

describe("with all origins allowed", () => {
  const { ask, question } = started({ ALLOWED_ORIGINS: "*" });

  test.each(paths)("%s can be read by every page", async (path) => {
    expect(leaves(await ask(path, stranger))).toMatchObject({ "access-control-allow-origin": "*" });
    expect(leaves(await question(path, stranger))).toMatchObject({
      "access-control-allow-origin": "*",
    });
  });
});
