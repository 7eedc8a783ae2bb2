import { loadDeployment } from "#backend/deployment.ts";
import { unreachable } from "#backend/outcome.ts";
import { storableRequests } from "#backend/storable-requests.ts";
import { addEarlyAccessRequest } from "#backend/tables/add-early-access-request.ts";
import { deviceStore } from "#mirror/device/device-database.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { createRequestSender, type RequestSender } from "./request-sender.ts";

/** The sender of this tab or worker. It needs no session and loads no code that needs one. */
export function openRequestSender(): RequestSender {
  return createRequestSender({
    ports: browserPorts,
    async send(request, signal) {
      const deployment = await loadDeployment(deviceStore);
      if (deployment === null) return unreachable("The backend is not known yet");
      const way = {
        url: deployment.supabaseUrl.replace(/\/$/, ""),
        publicKey: deployment.supabaseKey,
        fetch: storableRequests(globalThis.fetch.bind(globalThis)),
      };
      return addEarlyAccessRequest(way, request, signal);
    },
  });
}
