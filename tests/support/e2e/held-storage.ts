import type { Page } from "playwright";
import type { Stack } from "./stack.ts";

/**
 * Keeps everybody else from reading a person's database, as a long write of another tab does.
 * @param page a page of the same browser, which is led away from the app
 * @param stores the names of the stores that cannot be read; all by default
 * @returns ends it
 */
export async function holdStorage(
  page: Page,
  { stack, personId }: { stack: Stack; personId: string },
  stores?: readonly string[],
): Promise<() => Promise<void>> {
  // A document of the same origin without the app's code.
  await page.goto(`${stack.network.url}/robots.txt`);
  await page.evaluate(
    async ({ name, wanted }) => {
      const opening = indexedDB.open(name);
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      const held = wanted ?? [...db.objectStoreNames];
      const write = db.transaction(held, "readwrite");
      const ended = new Promise<void>((resolve) => {
        write.oncomplete = () => {
          db.close();
          resolve();
        };
      });
      let isOver = false;
      // A transaction lasts for as long as it has requests.
      const goOn = () => {
        if (!isOver) write.objectStore(held[0] ?? "").count().onsuccess = goOn;
      };
      await new Promise<void>((begun) => {
        write.objectStore(held[0] ?? "").count().onsuccess = () => {
          begun();
          goOn();
        };
      });
      Reflect.set(window, "letGo", () => {
        isOver = true;
        return ended;
      });
    },
    { name: `field-agents-${personId}`, wanted: stores },
  );
  return () => page.evaluate(() => (Reflect.get(window, "letGo") as () => Promise<void>)());
}
