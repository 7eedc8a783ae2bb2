import { afterAll, beforeAll, expect, it } from "vitest";
import { addKestrelManual } from "../support/e2e/chat-pages.ts";
import { decodedSeconds } from "../support/e2e/device-storage.ts";
import { arrivedRecordings, inWords, judge, readServer } from "../support/e2e/kill-oracle.ts";
import { type Item, MOMENTS, planStory, type Story } from "../support/e2e/kill-plan.ts";
import { startStack } from "../support/e2e/stack.ts";
import { signInAs, untilInstalled } from "../support/e2e/voice-pages.ts";
import { type Device, tell, watchProvider } from "./kill-story.ts";

/** How often the browser is killed, the seed of every random choice, and the story to replay. */
const kills = Number(process.env.KILLS ?? 5);
const { TEST_SEED = "1", KILLS_SEED = TEST_SEED } = process.env;
const seed = Number(KILLS_SEED);
const only = process.env.KILLS_ONLY;

/** The limit for one kill with everything before and after it, ms, on a slow machine. */
const KILL_MS = 90_000;
/** How much shorter than its timer a recording may be, in seconds: encoders cut at frames. */
const TRIMMED_S = 0.5;

const tally = {
  ...{ kills: 0, items: 0, promised: 0, "under way at the kill": 0, "drafts recovered": 0 },
  ...{ lost: 0, duplicated: 0, reordered: 0, stuck: 0 },
};
const moments = Object.fromEntries(MOMENTS.map((moment) => [moment, 0]));
/** Everything that was given so far, and every fault that was found. */
const given: Item[] = [];
const found = new Set<string>();

let device: Device;

beforeAll(async () => {
  // Higher limits than a person normally has, so that the server's rate limit does not slow the
  // test.
  const stack = await startStack({
    env: { AI_PACE_PER_MINUTE: "10000", AI_PACE_PER_DAY: "10000" },
  });
  const browser = await stack.browser();
  const provider = watchProvider(stack.provider);
  device = { stack, provider, browser, page: await browser.newPage() };
  await addKestrelManual(stack);
  await signInAs(device.page, stack.network.url, stack.technician);
  await untilInstalled(device.page);
});
afterAll(() => device.stack.stop());

it(`${kills} kills of the browser: every promised item arrives, once and in order`, {
  timeout: 300_000 + kills * KILL_MS,
}, async () => {
  const begun = performance.now();
  const failures: string[] = [];
  console.info(`Kills of the browser, seed ${seed}`);
  for (const story of stories()) {
    const known = found.size;
    const broken = await live(story).catch(String);
    const faults = [...[...found].slice(known), ...(broken === undefined ? [] : [broken])];
    if (faults.length > 0) failures.push([...faults, replay(story)].join("\n"));
    // The device is in no state to play another story.
    if (broken !== undefined || tally.stuck > 0) break;
  }
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.table([{ ...tally, seconds }]);
  console.table([moments]);
  expect(failures).toEqual([]);
});

function* stories(): Generator<Story> {
  if (only !== undefined) {
    yield planStory(seed, Number(only));
    return;
  }
  for (let number = 1; tally.kills < kills; number += 1) {
    const story = planStory(seed, number);
    const [first] = story.kills;
    yield tally.kills === kills - 1 ? { ...story, kills: [first] } : story;
  }
}

async function live(story: Story): Promise<void> {
  const { underWay, kept, stuck } = await tell(device, story);
  for (const { moment } of story.kills) moments[moment] = (moments[moment] ?? 0) + 1;
  const begun = story.items.filter(({ begunAt }) => begunAt !== null);
  // Only the item begun last can be unfinished; a recording that was kept counts as promised.
  const unfinished = begun.filter(({ isPromised }) => !isPromised);
  for (const item of unfinished.slice(0, kept)) item.isPromised = true;
  if (kept > unfinished.length) report("duplicated", "an unfinished recording nobody began");
  tally.kills += story.kills.length;
  tally.items += begun.length;
  tally.promised += begun.filter(({ isPromised }) => isPromised).length;
  tally["under way at the kill"] += underWay;
  tally["drafts recovered"] += kept;
  if (stuck) report("stuck", "something still waits to be sent");

  given.push(...story.items);
  const server = await readServer(device.stack, device.provider.account());
  for (const { what, about } of judge(given, server)) report(what, about);
  for (const { item, bytes } of arrivedRecordings(story.items, server)) {
    const seconds = await decodedSeconds(device.page, bytes);
    if (item.isStopped && seconds < item.seconds - TRIMMED_S) {
      report("lost", `${inWords(item)}: ${seconds} of ${item.seconds} seconds arrived`);
    }
  }
}

function report(what: "lost" | "duplicated" | "reordered" | "stuck", about: string): void {
  const sentence = `${what}: ${about}`;
  // A fault stays on the server for all later stories; it is reported once.
  if (found.has(sentence)) return;
  found.add(sentence);
  tally[what] += 1;
}

function replay({ number }: Story): string {
  return `Again: KILLS_SEED=${seed} KILLS_ONLY=${number} npm run vitest -- --project e2e browser-kills`;
}
