import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright";
import { type ChromiumProcess, startChromium } from "#tests/support/e2e/chromium.ts";
import { CONTENDERS, type ContenderName } from "./contender.ts";
import { type BenchPages, bundle } from "./pages.ts";
import type { SpeedPage } from "./speed-page.ts";
import { type SpeedServer, startSpeedServer } from "./speed-server.ts";

/**
 * `notes` is the app with voice notes, as its pages run it. The others send the benchmark's own
 * items.
 */
export type RacerName = "notes" | ContenderName;

/** In the order of the tables. */
export const RACERS: readonly RacerName[] = ["notes", ...CONTENDERS];

/**
 * How many items a racer sends in parallel, and how many requests an item takes one after the
 * other.
 */
export const WAYS: Readonly<Record<RacerName, { title: string; lanes: number; requests: number }>> =
  {
    notes: { title: "Field Agents, voice notes", lanes: 3, requests: 2 },
    ours: { title: "Field Agents, bench items", lanes: 3, requests: 1 },
    workbox: { title: "workbox Queue", lanes: 1, requests: 1 },
    tanstack: { title: "@tanstack/offline-tx", lanes: 1, requests: 1 },
    "dexie-loop": { title: "raw Dexie loop", lanes: 1, requests: 1 },
  };

/** A browser in which every racer has its own origin, server and tab. */
export interface SpeedArena {
  page: Page;
  server(racer: RacerName): SpeedServer;
  /** Opens a racer's page on what its storage holds. Its queue is not open yet. */
  visit(racer: RacerName): Promise<void>;
  /** Leaves the page and deletes everything that the racer stored. */
  forget(racer: RacerName): Promise<void>;
  end(): Promise<void>;
}

/** Starts the browser and the servers. */
export async function openSpeedArena(pages: BenchPages): Promise<SpeedArena> {
  const root = fileURLToPath(new URL(".", import.meta.url));
  await bundle(join(root, "speed-page.ts"), pages.folder, "notes.js");
  const script = readFileSync(join(pages.folder, "notes.js"));
  const profile = mkdtempSync(join(tmpdir(), "field-agents-speed-"));
  const servers = new Map<RacerName, SpeedServer>();
  const withNotes: Pick<BenchPages, "answer"> = {
    answer(request, response) {
      if (request.method === "GET" && request.url === "/notes.html") {
        response.writeHead(200, { "content-type": "text/html" });
        response.end('<!doctype html><script type="module" src="/notes.js"></script>');
        return true;
      }
      if (request.method === "GET" && request.url === "/notes.js") {
        response.writeHead(200, { "content-type": "text/javascript" }).end(script);
        return true;
      }
      return pages.answer(request, response);
    },
  };
  for (const racer of RACERS) servers.set(racer, await startSpeedServer(withNotes));
  const browser: ChromiumProcess = await startChromium({ profile, microphone: "", camera: "" });
  const page = await browser.newPage();
  page.setDefaultTimeout(600_000);
  const devtools = await page.context().newCDPSession(page);

  function server(racer: RacerName): SpeedServer {
    const found = servers.get(racer);
    if (found === undefined) throw new Error(`No server for ${racer}`);
    return found;
  }

  return {
    page,
    server,
    async visit(racer) {
      await page.goto(`${server(racer).url}/${racer}.html`);
      await page.waitForFunction(() => "speedPage" in globalThis || "bench" in globalThis);
    },
    async forget(racer) {
      await page.goto("about:blank");
      const origin = server(racer).url;
      await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
      server(racer).reset();
    },
    async end() {
      await browser.kill();
      for (const each of servers.values()) await each.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Calls a method of the app's own benchmark page. */
export function callNotes<Name extends keyof SpeedPage>(
  page: Page,
  name: Name,
  ...given: Parameters<SpeedPage[Name]>
): Promise<Awaited<ReturnType<SpeedPage[Name]>>> {
  return page.evaluate(
    ([method, parameters]) => Reflect.get(globalThis, "speedPage")[method](...parameters),
    [name, given] as [string, unknown[]],
  );
}
