import { Webhook } from "standardwebhooks";
import { z } from "zod/mini";
import type { Environment } from "../_shared/request/environment.ts";
import { createFunctionHandler } from "../_shared/request/function-handler.ts";
import { type Ports, systemPorts } from "../_shared/request/ports.ts";
import { Refused } from "../_shared/request/refused.ts";
import { createServiceRest } from "../_shared/request/service-rest.ts";
import { sendWebhook } from "./send-webhook.ts";

/** How many deliveries are made at once: at most five for each webhook. */
const AT_ONCE = 60;
/** How soon to look for more while those that were begun are not answered, in milliseconds. */
const LOOK_AGAIN_MS = 1_000;
/** After so long no more are begun, in milliseconds: the next call goes on, and a server can stop. */
const ENOUGH_MS = 9_000;

const claimedSchema = z.array(
  z.object({
    id: z.uuid(),
    webhook_id: z.uuid(),
    attempt: z.number(),
    url: z.string(),
    secret: z.string(),
    payload: z.unknown(),
  }),
);
type Claimed = z.infer<typeof claimedSchema>[number];

/**
 * Makes the deliveries that are due, those of one entry one after the other. A caller only
 * wakes it: the database says what is due. Answers how many attempts were made.
 */
export function createHandler(environment: Environment, ports: Ports = systemPorts) {
  const rest = createServiceRest(environment, ports);

  async function deliver({ id, attempt, url, secret, payload }: Claimed) {
    const body = JSON.stringify(payload);
    const sentAt = new Date(ports.clock.now());
    const headers = {
      "Content-Type": "application/json",
      "User-Agent": "Field-Agents-Webhooks",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign(id, sentAt, body),
    };
    const sending = sendWebhook(url, headers, body, environment.webhookNetworks);
    const sent = await sending.catch((error) => {
      // Of our side: it is for the operator, and the others are sent all the same.
      console.error(error);
      return { status: null, text: "It could not be sent." };
    });
    return { id, attempt, status: sent.status, answered: sent.text };
  }

  return createFunctionHandler("deliver-webhooks", environment, ports, async (request) => {
    if (request.headers.get("apikey") !== environment.serviceRoleKey) {
      throw new Refused(401, "unauthorized", "Only the server itself may do this.");
    }
    const startedAt = ports.clock.now();
    let attempts = 0;
    /** The webhook of each delivery that is being made. */
    const running = new Map<Promise<void>, string>();
    /** What is to be written down. */
    const finished: Awaited<ReturnType<typeof deliver>>[] = [];
    do {
      const isOver = ports.clock.now() - startedAt > ENOUGH_MS || ports.stopping.aborted;
      const due = claimedSchema.parse(
        await rest.call("claim_webhook_deliveries", {
          most: isOver ? 0 : AT_ONCE - running.size,
          running: [...running.values()],
          finished: finished.splice(0),
        }),
      );
      for (const claimed of due) {
        const delivery = deliver(claimed).then((answer) => {
          running.delete(delivery);
          finished.push(answer);
        });
        running.set(delivery, claimed.webhook_id);
      }
      attempts += due.length;
      if (running.size > 0 && finished.length === 0) {
        await Promise.race([...running.keys(), ports.clock.sleep(LOOK_AGAIN_MS)]);
      }
    } while (running.size > 0 || finished.length > 0);
    return { status: 200, reply: { attempts } };
  });
}
