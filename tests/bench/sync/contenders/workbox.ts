import { present, requestFor } from "../contender.ts";

/**
 * Workbox's Queue lives in a service worker. It is used as its documentation says, with the plugin
 * and without: a request goes to the network first, and a failed one is put into the queue, which
 * sends when the browser's Background Sync event comes. The page's wake is a message that makes the
 * worker replay the queue at once.
 */
present(async (server) => {
  const { serviceWorker } = navigator;
  await serviceWorker.register("/workbox-worker.js", { type: "module" });
  await serviceWorker.ready;
  if (serviceWorker.controller === null) {
    await new Promise((resolve) => {
      serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    });
  }
  const wake = async () => serviceWorker.controller?.postMessage("wake");
  window.addEventListener("online", wake);
  await wake();

  return {
    async enqueue(id, bytes) {
      // Whatever the reply is, the worker has finished with the item: it is sent or kept.
      await fetch(requestFor(server, id, bytes));
    },
    wake,
  };
});
