import { useLive } from "../live.ts";
import { useMirror } from "../mirror-context.tsx";
import type { Photo } from "./person-database.ts";
import { readPhoto } from "./photos.ts";

/**
 * A photo that waits or arrived recently. Null: not on this device; undefined until the first read.
 */
export function usePhoto(id: string): Photo | null | undefined {
  const db = useMirror();
  return useLive(async () => (await readPhoto(db, id)) ?? null, [db, id]);
}
