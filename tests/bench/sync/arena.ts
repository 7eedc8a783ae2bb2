import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChromiumProcess, startChromium } from "#tests/support/e2e/chromium.ts";
import { CONTENDERS, type ContenderName } from "./contender.ts";
import { type Ledger, startLedger } from "./ledger-server.ts";
import type { BenchPages } from "./pages.ts";
import { mendTornStore } from "./torn-store.ts";

/** One device, and for each contender a ledger at its own origin. */
export interface Arena {
  ledgers: ReadonlyMap<ContenderName, Ledger>;
  ledger(name: ContenderName): Ledger;
  /** Starts the browser on the device's profile, so it finds what was stored there before. */
  browser(): Promise<ChromiumProcess>;
  /** After a kill: repairs a contender's store if the kill tore it. @returns whether it was torn */
  mendStore(name: ContenderName): boolean;
  /** Ends the browser and the ledgers, and deletes the device's profile. */
  end(): Promise<void>;
}

/** Sets up a device that no contender has used before. */
export async function openArena(pages: BenchPages): Promise<Arena> {
  const profile = mkdtempSync(join(tmpdir(), "field-agents-bench-device-"));
  const ledgers = new Map<ContenderName, Ledger>();
  for (const name of CONTENDERS) ledgers.set(name, await startLedger(pages));
  let running: ChromiumProcess | null = null;

  function ledgerOf(name: ContenderName): Ledger {
    const ledger = ledgers.get(name);
    if (ledger === undefined) throw new Error(`No ledger for ${name}`);
    return ledger;
  }

  return {
    ledgers,
    ledger: ledgerOf,
    mendStore: (name) => mendTornStore(profile, ledgerOf(name).origin),
    async browser() {
      running = await startChromium({ profile, microphone: "", camera: "" });
      return running;
    },
    async end() {
      await running?.kill();
      for (const ledger of ledgers.values()) await ledger.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
