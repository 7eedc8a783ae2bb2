import type { EarlyAccessForm } from "@contracts/new-early-access-request.ts";
import type { RequestOutcome } from "#backend/tables/add-early-access-request.ts";
import { countWaitingRequests, takeUnreportedRefusals } from "#mirror/device/kept-requests.ts";
import { observe } from "#mirror/observe.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { whenVisible } from "#platform/page-visibility.ts";
import { requestBackgroundDrain } from "../background-sync.ts";
import { openRequestSender } from "./request-sender.ts";

const sender = openRequestSender();

/**
 * Creates the key of a new request. A request that is submitted again with the same key is the same
 * row.
 */
export const newRequestId = () => browserPorts.newId();

/**
 * Stores a visitor's request and sends it. If the server does not answer, it is sent later.
 * @throws when the device cannot store it and the server did not answer
 */
export function submitRequest(id: string, form: EarlyAccessForm): Promise<RequestOutcome> {
  return sender.submit({
    id,
    company: form.company,
    name: form.name,
    email: form.email,
    phone: form.phone,
    field_tech_count: form.fieldTechCount,
    current_crm: form.currentCrm,
  });
}

/**
 * Sends the visitors' requests that are stored on this device while a tab is open: now, when the
 * network is back, and when the tab becomes visible.
 * @param refused called in a visible tab with the server's message for each refused request
 */
export function followKeptRequests(refused: (message: string) => void): void {
  function report(): void {
    if (document.visibilityState !== "visible") return;
    void takeUnreportedRefusals().then((refusals) => {
      for (const { reason } of refusals) refused(reason?.message ?? "");
    });
  }
  window.addEventListener("online", sender.wake);
  whenVisible(() => {
    sender.wake();
    report();
  });
  observe(countWaitingRequests).subscribe((count) => {
    // A lower count may mean that a request was refused.
    report();
    if (count > 0) void askForWake();
  });
  sender.start();
}

async function askForWake(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.active) await requestBackgroundDrain(registration);
}
