import type { BrowserContext } from "playwright";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { BACKEND_PATHS } from "#sw/backend-paths.ts";
import { type Deployment, deploy } from "../support/e2e/deployment.ts";
import { signedIn, stackForTests } from "../support/e2e/pages.ts";
import { wakeWorker } from "../support/e2e/service-worker.ts";
import { syncStatus } from "../support/e2e/voice-pages.ts";
import { expectEachOnce, leaveWaiting } from "../support/e2e/waiting-items.ts";

const stack = stackForTests();
let deployment: Deployment;
let technician: string;

beforeAll(async () => {
  technician = await stack.userId(stack.technician);
});
beforeEach(async () => {
  stack.provider.reset();
  deployment = await deploy(stack.network.url);
});
afterEach(async () => {
  reachBackend();
  await deployment.close();
});

/** The app's files, and so a newer release of it, can be loaded; nothing else can be reached. */
function loseBackend(): void {
  stack.network.passage = (_, path) =>
    BACKEND_PATHS.some((prefix) => path.startsWith(prefix)) ? "portal" : "pass";
}

function reachBackend(): void {
  stack.network.passage = () => "pass";
}

const signedInTab = (device: string) =>
  signedIn(stack, stack.technician, { device, origin: deployment.url, isInstalled: true });

it("a new version takes over while items wait: each item arrives once", async () => {
  const page = await signedInTab("updates");
  loseBackend();
  const ids = await leaveWaiting(page, deployment.url, technician, ["voice", "snap", "ask"]);

  deployment.release();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const prompt = page.getByRole("status").filter({ hasText: "A new version is ready." });
  const update = prompt.getByRole("button", { name: "Update" });
  await update.waitFor();
  // Chromium sometimes keeps a worker for longer than the page waits. Then the page says so, and a
  // person presses again.
  const loaded = page.waitForEvent("load", { timeout: 150_000 });
  await update.click();
  const refused = prompt.getByText("The update could not start.");
  await Promise.race([loaded, refused.waitFor({ timeout: 150_000 }).then(() => update.click())]);
  await loaded;
  await syncStatus(page, "3 waiting to send").waitFor();
  expect(await prompt.count()).toBe(0);
  expect(await stack.rows("agent_logs")).toEqual([]);

  reachBackend();
  await syncStatus(page, "Everything sent").waitFor();
  await expectEachOnce(stack, ids);
  expect(stack.provider.callsTo("transcription")).toHaveLength(1);
});

it("a new version does not take over while the worker sends with no tab open, even when told to", async () => {
  const page = await signedInTab("sends-alone");
  const context = page.context();
  loseBackend();
  const ids = await leaveWaiting(page, deployment.url, technician, ["voice"]);
  await page.close();

  stack.provider.respondWith({ to: "transcription", do: "hold" });
  reachBackend();
  await wakeWorker(context, deployment.url);
  await stack.provider.called(1, "transcription");
  deployment.release();
  const workers = await watchWorkers(context);
  const scopeURL = `${deployment.url}/`;
  await workers.session.send("ServiceWorker.updateRegistration", { scopeURL });
  await expect.poll(workers.states).toEqual(["activated", "installed"]);
  await workers.session.send("ServiceWorker.skipWaiting", { scopeURL });
  expect(await stack.rows("agent_logs")).not.toContainEqual(
    expect.objectContaining({ id: ids[0] }),
  );
  expect(workers.states()).toEqual(["activated", "installed"]);

  stack.provider.release();
  await expectEachOnce(stack, ids);
  await expect.poll(workers.states).toEqual(["activated"]);
  expect(stack.provider.callsTo("transcription")).toHaveLength(1);
});

/** The states of the deployment's workers that are not redundant, oldest first. */
async function watchWorkers(context: BrowserContext) {
  const session = await context.newCDPSession(await context.newPage());
  const known = new Map<string, { script: string; state: string }>();
  session.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
    for (const { versionId, scriptURL, status } of versions)
      known.set(versionId, { script: scriptURL, state: status });
  });
  await session.send("ServiceWorker.enable");
  const states = () =>
    [...known.entries()]
      .filter(([, { script, state }]) => script.startsWith(deployment.url) && state !== "redundant")
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([, { state }]) => state);
  return { session, states };
}
