import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { inTime } from "../setup/in-time.ts";
import type { Functions } from "./functions.ts";

/** How soon to look again while a delivery waits, in milliseconds. */
const WAITING_PAUSE = 10_000;
/** How soon to look for deliveries that are old enough to be deleted, in milliseconds. */
const IDLE_PAUSE = 3_600_000;

/**
 * Calls `deliver-webhooks` when a delivery is written, and later when one is due again.
 */
export async function wakeWebhooks(database: Database, functions: Functions, secretKey: string) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLooking = false;
  let isWoken = false;
  let isStopped = false;

  /** Has what is due delivered. @returns how soon to look again, in milliseconds */
  async function deliver(): Promise<number> {
    const { rows } = await sql<{ isDue: boolean; waits: boolean }>`
      select private.has_due_deliveries() as "isDue",
        exists (select from public.webhook_deliveries where state = 'waiting') as waits
    `.execute(database.connection.kysely);
    const [found] = rows;
    if (found?.isDue) {
      const call = new Request("http://functions/functions/v1/deliver-webhooks", {
        method: "POST",
        headers: { apikey: secretKey },
      });
      // A receiver that hangs keeps a call going: the other deliveries do not wait for it.
      const calling = functions.fetch(call, "127.0.0.1", crypto.randomUUID());
      const reply = await inTime(calling, WAITING_PAUSE);
      await reply?.body?.cancel();
      if (reply?.ok !== false) return 0;
    }
    return found?.waits ? WAITING_PAUSE : IDLE_PAUSE;
  }

  async function look(): Promise<void> {
    isWoken = true;
    if (isLooking) return;
    isLooking = true;
    clearTimeout(timer);
    let pause = IDLE_PAUSE;
    while (isWoken && !isStopped) {
      isWoken = false;
      pause = await deliver().catch((error) => {
        console.error("Webhooks could not be delivered:", error);
        return WAITING_PAUSE;
      });
    }
    isLooking = false;
    if (!isStopped) timer = setTimeout(look, pause);
  }

  await database.listen("webhook_deliveries", () => void look());
  void look();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
