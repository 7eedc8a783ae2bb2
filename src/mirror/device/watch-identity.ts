import { observe } from "../observe.ts";
import { openWatched, type StorageTrouble } from "../opening.ts";
import { deviceDatabase } from "./device-database.ts";
import { type Identity, type LastEnd, readIdentity, readLastEnd } from "./identity.ts";

/**
 * Calls back with who is signed in, and what became of the last one, as soon as this device's storage
 * can be read and at every change, from whichever tab.
 * @param trouble is told where the storage can't be used, and null when it can again
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
