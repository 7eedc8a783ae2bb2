import type { ItemPayload } from "@contracts/queue-item.ts";
import type { Backend } from "#backend/backend.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import type { Ports } from "#platform/ports.ts";
import type { Replayer } from "../replayers/replayer.ts";
import type { Connectivity } from "./connectivity.ts";

/** What an engine is made of. */
export interface EngineOptions {
  db: PersonDatabase;
  backend: Backend;
  connectivity: Connectivity;
  ports: Ports;
  replayers: Readonly<Record<ItemPayload["kind"], Replayer>>;
  /** Items arrived on the server: what is shown of it may be refreshed. */
  drained?: () => void;
  /** The backend does not accept the session any more. */
  sessionRefused?: () => void;
}
