import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BrowserContext, Page } from "playwright";
import { v7 as uuidv7 } from "uuid";
import { type ChromiumProcess, startChromium } from "#tests/support/e2e/chromium.ts";
import { bundle, type Call, callsOf } from "../pages.ts";
import { type ContenderName, type ContenderPage, NAMES } from "./contender.ts";
import { Ledger } from "./ledger.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** Every contender's page, and `own`: the app's own ways to store something, and bare operations. */
export type PageName = ContenderName | "own";

/** Builds all pages. @returns their folder, for the caller to remove */
export async function buildPages(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "field-agents-bench-sync-"));
  for (const name of [...NAMES, "workbox-worker"]) {
    await bundle(join(HERE, "contenders", `${name}.ts`), folder, `${name}.js`);
  }
  await bundle(join(HERE, "own-page.ts"), folder, "own.js");
  return folder;
}

/** A tab with a contender's queue open, sending to its ledger. */
export interface Tab {
  page: Page;
  /** Items of `enqueue` that are stored, as far as the tab could report it before it died. */
  kept: Set<string>;
  call: Call<ContenderPage>;
}

/** One device that no contender has used before, and for each of them a ledger at its own origin. */
export class Arena {
  readonly profile = mkdtempSync(join(tmpdir(), "field-agents-bench-device-"));
  readonly #ledgers = new Map<PageName, Ledger>();
  #running: ChromiumProcess | null = null;

  /** Does the work in a new arena, and removes it. */
  static async with<T>(pages: string, work: (arena: Arena) => Promise<T>): Promise<T> {
    const arena = new Arena();
    try {
      for (const name of [...NAMES, "own"] as const) {
        arena.#ledgers.set(name, await Ledger.start(pages));
      }
      return await work(arena);
    } finally {
      await arena.#running?.kill();
      for (const ledger of arena.#ledgers.values()) await ledger.close();
      rmSync(arena.profile, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  ledger(name: PageName): Ledger {
    const ledger = this.#ledgers.get(name);
    if (ledger === undefined) throw new Error(`No ledger for ${name}`);
    return ledger;
  }

  /** Starts the browser on the device's profile, so it finds what was stored there before. */
  async browser(): Promise<ChromiumProcess> {
    const { profile } = this;
    this.#running = await startChromium({ profile, microphone: "", camera: "" });
    return this.#running;
  }

  /** Opens a page, on what its storage holds. A contender's queue begins to send what waits. */
  async page(context: BrowserContext, name: PageName): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(600_000);
    await page.goto(`${this.ledger(name).origin}/${name}.html`);
    await page.waitForFunction(() => "bench" in globalThis);
    return page;
  }

  async tab(context: BrowserContext, name: ContenderName): Promise<Tab> {
    const page = await this.page(context, name);
    const kept = new Set<string>();
    await page.exposeFunction("kept", (id: string) => void kept.add(id));
    return { page, kept, call: callsOf<ContenderPage>(page) };
  }

  /** Closes a page and deletes everything that its origin stored. */
  async forget(page: Page, name: PageName): Promise<void> {
    const devtools = await page.context().newCDPSession(page);
    await page.goto("about:blank");
    const { origin } = this.ledger(name);
    await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    await page.close();
    this.ledger(name).reset();
  }
}

/** Ids of items to enqueue, in order. */
export function newItems(count: number): string[] {
  return Array.from({ length: count }, () => uuidv7());
}
