import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PrecacheController } from "workbox-precaching";
import { deviceDatabase } from "../src/mirror/device/device-database.ts";
import { PersonDatabase } from "../src/mirror/person/person-database.ts";
import { ENTRIES_PLACE } from "../src/platform/static-shells.ts";
import { openFilled } from "./history.ts";

const SHELL = `<main>${ENTRIES_PLACE}loading${ENTRIES_PLACE}</main>`;
const PIECES = { list: "{{rows}}", day: "", rows: { "voice summary": "[{{summary}}]" } };
const TECHNICIAN = "6b0d6f0e-0000-4000-8000-000000000002";
const COLLEAGUE = "6b0d6f0e-0000-4000-8000-000000000003";

let mirrors: PersonDatabase[];
let stored: Response | undefined;

beforeEach(async () => {
  stored = Response.json(PIECES);
  mirrors = [TECHNICIAN, COLLEAGUE].map((id) => new PersonDatabase(id));
  for (const mirror of mirrors) {
    await mirror.agentLogs.put({
      ...{ id: "1", user_id: mirror.personId, agent_type: "voice", input_type: "text" },
      ...{ input_data: null, output_summary: `By ${mirror.personId}`, captured_at: null },
      ...{ created_at: "2026-03-03T08:00:00Z", mirroredAt: 0 },
    });
  }
  await signIn(TECHNICIAN);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  for (const mirror of mirrors) await mirror.delete();
  await deviceDatabase.values.clear();
});

const signIn = (id: string) =>
  deviceDatabase.values.put({
    key: "identity",
    value: JSON.stringify({ id, role: "field_tech" }),
  });

async function open(address = "/history"): Promise<Response> {
  const headers = { "Content-Security-Policy": "strict", "Content-Length": "9" };
  const shell = async () => new Response(SHELL, { headers });
  const controller = {
    matchPrecache: async () => stored?.clone(),
  } as unknown as PrecacheController;
  const request = new Request(`https://app.example${address}`);
  return openFilled(shell, controller)({ request } as Parameters<ReturnType<typeof openFilled>>[0]);
}
const shown = async (address?: string) => (await open(address)).text();

it("puts the newest entries in the place of the loading list, under the same policy", async () => {
  const page = await open();
  expect(await page.text()).toBe(`<main>[By ${TECHNICIAN}]</main>`);
  expect(page.headers.get("Content-Security-Policy")).toBe("strict");
  expect(page.headers.get("Content-Length")).toBeNull();
});

it("shows no entries after a sign-out, and the next person sees only their own", async () => {
  await deviceDatabase.values.clear();
  expect(await shown()).toBe("<main>loading</main>");
  await signIn(COLLEAGUE);
  expect(await shown()).toBe(`<main>[By ${COLLEAGUE}]</main>`);
});

it("answers with the shell alone when there are no entries, or no pieces to show them", async () => {
  await mirrors[0]?.agentLogs.clear();
  expect(await shown()).toBe("<main>loading</main>");
  await signIn(COLLEAGUE);
  stored = undefined;
  expect(await shown()).toBe("<main>loading</main>");
});

it("sends what is above the entries at once, and does not wait long for storage", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("indexedDB", { open: () => ({}) });
  const page = (await open()).body?.pipeThrough(new TextDecoderStream()).getReader();
  expect(await page?.read()).toEqual({ done: false, value: "<main>" });
  await vi.advanceTimersByTimeAsync(300);
  expect(await page?.read()).toEqual({ done: false, value: "loading</main>" });
});

it("adds nothing for an address that shows other entries", async () => {
  expect(await shown("/history?agent=snap")).toBe(SHELL);
});
