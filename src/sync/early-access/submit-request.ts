import type { EarlyAccessForm } from "@contracts/new-early-access-request.ts";
import type { RequestOutcome } from "#backend/tables/early-access-requests.ts";
import {
  countWaitingRequests,
  takeUntoldRefusals,
  watchKeptRequests,
} from "#mirror/device/kept-requests.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { requestBackgroundDrain } from "../background-sync.ts";
import { openRequestSender } from "./device-requests.ts";

const sender = openRequestSender();

/** A key for a new request: the same request, submitted again, is the same row. */
export function newRequestId(): string {
  return browserPorts.newId();
}

/**
 * Keeps a visitor's request and sends it; with no word from the server it is sent later.
 * @throws when the device cannot keep it and the server gave no word
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
 * Sends, while a tab is open, what visitors left on this device: now, when the network is back, and
 * when the tab is looked at again.
 * @param refused the server does not take a request; its sender looks at this tab now
 */
export function followKeptRequests(refused: (message: string) => void): void {
  function tell(): void {
    if (document.visibilityState !== "visible") return;
    void takeUntoldRefusals().then((untold) => {
      for (const { reason } of untold) refused(reason?.message ?? "");
    });
  }
  window.addEventListener("online", sender.wake);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    sender.wake();
    tell();
  });
  watchKeptRequests(countWaitingRequests, (count) => {
    // One less may be one that was refused.
    tell();
    if (count > 0) void askForWake();
  });
  sender.start();
}

async function askForWake(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.active) await requestBackgroundDrain(registration);
}
