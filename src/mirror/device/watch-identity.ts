import { observe } from "../observe.ts";
import { openWatched, type StorageTrouble } from "../opening.ts";
import { deviceDatabase } from "./device-database.ts";
import { type Identity, type LastEnd, readIdentity, readLastEnd } from "./identity.ts";

/**
 * Calls `changed` with the signed-in person and the reason of the last session's end, as soon as
 * this device's storage can be read and after every change in any tab.
 * @param trouble called when the storage cannot be used, and with null when it can be used again
 */
export function watchIdentity(
  changed: (identity: Identity | null, end: LastEnd) => void,
  trouble: (trouble: StorageTrouble | null) => void,
): void {
  openWatched(deviceDatabase, (now) => {
    trouble(now);
    if (now !== null) return;
    observe(() => Promise.all([readIdentity(), readLastEnd()])).subscribe(([identity, end]) => {
      changed(identity, end);
    });
  });
}
