import type { ItemPayload } from "@contracts/queue-item.ts";
import type { Backend } from "#backend/backend.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import type { Ports } from "#platform/ports.ts";
import type { Replayer } from "../replayers/replayer.ts";
import type { Connectivity } from "./connectivity.ts";

/** The parts of an engine. */
export interface EngineOptions {
  db: PersonDatabase;
  backend: Backend;
  connectivity: Connectivity;
  ports: Ports;
  replayers: Readonly<Record<ItemPayload["kind"], Replayer>>;
  /** Called when items arrived on the server, so that the caller can refresh what it shows. */
  drained?: () => void;
  /** Called when the backend does not accept the session any more. */
  sessionRefused?: () => void;
}
