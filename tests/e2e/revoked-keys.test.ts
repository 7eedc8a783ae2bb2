// @module-tag rest

import type { Page } from "playwright";
import { beforeEach, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { command } from "../support/backup-commands.ts";
import { signedIn, stackForEachTest } from "../support/e2e/pages.ts";
import { TABLET } from "../support/e2e/screens.ts";
import { headerOf } from "../support/signing-keys.ts";

const stack = stackForEachTest({ withProvider: false, ownBackend: true });
let page: Page;

beforeEach(async () => {
  page = await signedIn(stack, stack.administrator, { size: TABLET });
  await page.goto(`${stack.network.url}/admin`);
  await page.getByRole("list", { name: "Team Members" }).waitFor();
});

it("an open page goes on with a new token when the key of its own is revoked", async () => {
  const renewed = page.waitForResponse(
    (reply) => reply.url().includes("grant_type=refresh_token") && reply.ok(),
  );
  const { backend } = stack;
  await command("rotate-keys", { dataDir: backend.dataDir }, "--revoke");
  const path = `profiles?email=eq.${stack.technician}`;
  await rest(backend, "service", "PATCH", path, { full_name: "Robin Renamed" });
  await page.getByRole("heading", { name: /^Robin Renamed/ }).waitFor();

  const { access_token } = await (await renewed).json();
  const keys = await (await fetch(`${backend.url}/auth/v1/.well-known/jwks.json`)).json();
  expect(keys.keys.map(({ kid }: { kid: string }) => kid)).toContain(headerOf(access_token).kid);
  expect(new URL(page.url()).pathname).toBe("/admin");
});
