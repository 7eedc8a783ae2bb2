import { present, requestFor } from "../contender.ts";

/**
 * Workbox's Queue lives in a service worker. It is used as its documentation says, with the plugin
 * and without: a request goes to the network first, and a failed one is put into the queue, which
 * sends when the browser's Background Sync event comes. The page's wake is a message that makes the
 * worker replay the queue at once.
 */
present(async (server) => {
  await navigator.serviceWorker.register("/workbox-worker.js", { type: "module" });
  await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller === null) {
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    });
  }
  window.addEventListener("online", () => void ask("wake"));
  await ask("wake");

  return {
    async enqueue(id, bytes) {
      // Whatever the reply is, the worker has finished with the item: sent, kept, or refused by the
      // server.
      await fetch(requestFor(server, id, bytes));
    },
    waiting: () => ask("count"),
    wake: async () => {
      await ask("wake");
    },
  };
});

/** Makes the worker send now, or count. @returns the number of waiting items */
function ask(request: "wake" | "count"): Promise<number> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<number>) => resolve(data);
    navigator.serviceWorker.controller?.postMessage(request, [port2]);
  });
}
