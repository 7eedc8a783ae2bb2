import type { BrowserContext } from "playwright";

/** Has the browser tell the worker, as Background Sync does, that the network is back. */
export async function wakeWorker(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const registrationId = await new Promise<string>((resolve, reject) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (found !== undefined) resolve(found.registrationId);
    });
    session.send("ServiceWorker.enable").catch(reject);
  });
  await session.send("ServiceWorker.dispatchSyncEvent", {
    origin,
    registrationId,
    tag: "drain",
    lastChance: false,
  });
  await page.close();
}
