import type { EarlyAccessForm } from "@contracts/new-early-access-request.ts";
import { useRef, useState } from "react";
import { newRequestId, submitRequest } from "#sync/early-access/submit-request.ts";
import { showError, showStatus } from "#ui/toast.ts";

/**
 * Sends the form, one request at a time, and shows a toast with the result. A failed request that
 * is sent again without changes has the same id: if the first try did arrive, there is still only
 * one row.
 */
export function useRequestForm() {
  const [busy, setBusy] = useState(false);
  const underWay = useRef(false);
  const last = useRef<{ id: string; form: EarlyAccessForm } | null>(null);

  /**
   * @param caught a bot has filled in the form: it sees the usual message, but the request is
   * neither sent nor kept
   * @returns whether the request was sent, or kept to be sent later
   */
  async function submit(form: EarlyAccessForm, caught: boolean): Promise<boolean> {
    if (underWay.current) return false;
    if (caught) {
      thank();
      return true;
    }
    underWay.current = true;
    setBusy(true);
    try {
      if (last.current === null || !same(last.current.form, form)) {
        last.current = { id: newRequestId(), form };
      }
      const outcome = await submitRequest(last.current.id, form);
      if (outcome.kind === "ok") {
        thank();
      } else if (outcome.kind === "later" && outcome.cause === "network") {
        showStatus("Saved on this device", "It will be sent when you are back online.");
      } else {
        showError("Error submitting form", outcome.message);
        return false;
      }
      last.current = null;
      return true;
    } catch (error) {
      console.error("The request could not be submitted:", error);
      showError("An error occurred", "Please try again later");
      return false;
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  }

  return { busy, submit };
}

function thank(): void {
  showStatus("Thank you for your interest!", "We'll be in touch soon.");
}

function same(a: EarlyAccessForm, b: EarlyAccessForm): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
