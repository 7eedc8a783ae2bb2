import type { Ledger } from "../sync/model-ledger.ts";
import type { Fault } from "./fault-network.ts";
import type { Broken } from "./finding.ts";

/** A server with a mistake, the fault that reveals it, and the promise that it breaks. */
interface BrokenLedger {
  name: string;
  ledgerOf: (ledger: Ledger) => Ledger;
  fault: Fault;
  broken: Broken;
}

const ANYBODY = "anybody";

/** Small mutations of the server's ledger. */
export const BROKEN_LEDGERS: readonly BrokenLedger[] = [
  {
    name: "without a ledger",
    ledgerOf: () => ({
      claim: () => ({ outcome: "claimed", token: "" }),
      finish: () => true,
    }),
    fault: "duplicate",
    broken: "duplicated",
  },
  {
    name: "that claims by the key alone",
    ledgerOf: (ledger) => ({
      claim: (request) => ledger.claim({ ...request, personId: ANYBODY }),
      finish: (request, token, reply) =>
        ledger.finish({ ...request, personId: ANYBODY }, token, reply),
    }),
    fault: "same-key",
    broken: "stuck",
  },
];
