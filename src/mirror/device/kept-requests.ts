import type { ItemReason } from "@contracts/item-state.ts";
import type { NewEarlyAccessRequest } from "@contracts/new-early-access-request.ts";
import { deviceDatabase, type KeptRequest } from "./device-database.ts";

/**
 * Stores a visitor's request on this device.
 * @param due when it is sent automatically (epoch ms)
 */
export async function keepRequest(lead: NewEarlyAccessRequest, due: number): Promise<void> {
  await deviceDatabase.leads.put({
    id: lead.id,
    lead,
    state: "waiting",
    attempts: 0,
    due,
    reason: null,
    told: false,
  });
}

/** A stored request; undefined when it arrived or was discarded. */
export const readKeptRequest = (id: string) => deviceDatabase.leads.get(id);

/** All stored requests in any state, oldest first. */
export const readRequests = () => deviceDatabase.leads.orderBy("id").toArray();

/**
 * The requests that may be sent at `now` (epoch ms), the earliest due first. Includes requests that
 * are due later than `longestWait` (ms) allows: the device's clock was set back after they were
 * stored.
 */
export function dueRequests(now: number, longestWait: number): Promise<KeptRequest[]> {
  const { leads } = deviceDatabase;
  return leads
    .where("due")
    .belowOrEqual(now)
    .or("due")
    .above(now + longestWait)
    .sortBy("due");
}

/** When the next request may be sent (epoch ms, 0 = now); null when none waits. */
export const earliestDueRequest = async () =>
  (await deviceDatabase.leads.orderBy("due").first())?.due ?? null;

/** The number of requests that wait to be sent, without refused ones. */
export const countWaitingRequests = () => deviceDatabase.leads.where("due").aboveOrEqual(0).count();

/**
 * Deletes a request: the server has it, or its visitor has it in the form again or discarded it.
 */
export const forgetRequest = (id: string) => deviceDatabase.leads.delete(id);

/** Schedules the next attempt of a request at `due` (epoch ms). */
export const postponeRequest = (request: KeptRequest, due: number, reason: ItemReason) =>
  deviceDatabase.leads.update(request.id, { attempts: request.attempts + 1, due, reason });

/** Marks a request as refused; it is kept until its visitor has seen that. */
export const refuseRequest = (id: string, reason: ItemReason) =>
  deviceDatabase.leads.update(id, { state: "refused", due: null, reason });

/** Makes all waiting requests due now: the network may be back. */
export const makeRequestsDueNow = () =>
  deviceDatabase.leads.where("due").above(0).modify({ due: 0 });

/**
 * The refused requests whose visitor has not seen that yet. Each one is returned once, across all tabs.
 */
export async function takeUnreportedRefusals(): Promise<KeptRequest[]> {
  const { leads } = deviceDatabase;
  return deviceDatabase.transaction("rw", leads, async () => {
    const unreported = await leads
      .filter((request) => request.state === "refused" && !request.told)
      .toArray();
    await leads.bulkUpdate(unreported.map(({ id }) => ({ key: id, changes: { told: true } })));
    return unreported;
  });
}
