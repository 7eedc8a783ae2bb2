import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PrecacheController } from "workbox-precaching";
import { deviceDatabase } from "../src/mirror/device/device-database.ts";
import { PersonDatabase } from "../src/mirror/person/person-database.ts";
import { ENTRIES_PLACE } from "../src/platform/static-shells.ts";
import { openFilled } from "./history.ts";

const SHELL = `<main>${ENTRIES_PLACE}loading${ENTRIES_PLACE}</main>`;
const PIECES = { list: "{{rows}}", day: "", rows: { "voice summary": "[{{summary}}]" } };
const TECHNICIAN = "6b0d6f0e-0000-4000-8000-000000000002";

let mirror: PersonDatabase;
let stored: Response | undefined;

beforeEach(async () => {
  stored = Response.json(PIECES);
  mirror = new PersonDatabase(TECHNICIAN);
  await mirror.agentLogs.put({
    ...{ id: "1", user_id: TECHNICIAN, agent_type: "voice", input_type: "text" },
    ...{ input_data: null, output_summary: "By me", captured_at: null },
    ...{ created_at: "2026-03-03T08:00:00Z", mirroredAt: 0 },
  });
  const identity = { id: TECHNICIAN, role: "field_tech" };
  await deviceDatabase.values.put({ key: "identity", value: JSON.stringify(identity) });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  await mirror.delete();
  await deviceDatabase.values.clear();
});

async function open(): Promise<Response> {
  const headers = { "Content-Security-Policy": "strict", "Content-Length": "9" };
  const shell = async () => new Response(SHELL, { headers });
  const controller = {
    matchPrecache: async () => stored?.clone(),
  } as unknown as PrecacheController;
  const request = new Request("https://app.example/history");
  return openFilled(shell, controller)({ request } as Parameters<ReturnType<typeof openFilled>>[0]);
}
const shown = async () => (await open()).text();

it("puts the newest entries in the place of the loading list, under the same policy", async () => {
  const page = await open();
  expect(await page.text()).toBe("<main>[By me]</main>");
  expect(page.headers.get("Content-Security-Policy")).toBe("strict");
  expect(page.headers.get("Content-Length")).toBeNull();
});

it("answers with the shell alone when there are no entries, or no pieces to show them", async () => {
  stored = undefined;
  expect(await shown()).toBe("<main>loading</main>");
  stored = Response.json(PIECES);
  await mirror.agentLogs.clear();
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
