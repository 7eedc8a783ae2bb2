import { afterAll, beforeAll, expect, it } from "vitest";
import { addKestrelManual } from "../support/e2e/chat-pages.ts";
import { planStory, type Story } from "../support/e2e/kill-plan.ts";
import { watchProvider } from "../support/e2e/kill-provider.ts";
import { startRun } from "../support/e2e/kill-run.ts";
import type { Device } from "../support/e2e/kill-story.ts";
import { startStack } from "../support/e2e/stack.ts";
import { signInAs, untilInstalled } from "../support/e2e/voice-pages.ts";

/** How often the browser is killed, the seed of every random choice, and the story to replay. */
const kills = Number(process.env.KILLS ?? 5);
const { TEST_SEED = "1", KILLS_SEED = TEST_SEED } = process.env;
const seed = Number(KILLS_SEED);
const only = process.env.KILLS_ONLY;

/**
 * Time limit for one kill with everything before and after it, in milliseconds, on a slow machine.
 */
const KILL_MS = 90_000;

let device: Device;

beforeAll(async () => {
  // Higher limits than a person normally has, so that the server's rate limit does not slow the
  // test.
  const stack = await startStack({
    env: { AI_PACE_PER_MINUTE: "10000", AI_PACE_PER_DAY: "10000" },
  });
  const browser = await stack.browser();
  device = {
    stack,
    provider: watchProvider(stack.provider),
    browser,
    page: await browser.newPage(),
  };
  await addKestrelManual(stack);
  await signInAs(device.page, stack.network.url, stack.technician);
  await untilInstalled(device.page);
});
afterAll(() => device.stack.stop());

it(`${kills} kills of the browser: every promised item arrives, once and in order`, {
  timeout: 300_000 + kills * KILL_MS,
}, async () => {
  const run = startRun(device);
  const begun = performance.now();
  const failures: string[] = [];
  console.info(`Kills of the browser, seed ${seed}`);
  for (const story of stories(() => kills - run.tally.kills)) {
    const known = run.faults.length;
    const broken = await run.live(story).catch(String);
    const faults = [...run.faults.slice(known), ...(broken === undefined ? [] : [broken])];
    if (faults.length > 0) failures.push([...faults, replay(story)].join("\n"));
    // The device is in no state to play another story.
    if (broken !== undefined || run.tally.stuck > 0) break;
  }
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.table([{ ...run.tally, seconds }]);
  console.table([run.moments]);
  expect(failures).toEqual([]);
});

/** Yields new stories until the kills are used up, or only the story to replay. */
function* stories(left: () => number): Generator<Story> {
  if (only !== undefined) {
    yield planStory(seed, Number(only));
    return;
  }
  for (let number = 1; left() > 0; number += 1) {
    const story = planStory(seed, number);
    yield left() === 1 ? { ...story, again: null } : story;
  }
}

/** The command that replays a story. */
function replay({ number }: Story): string {
  return `Again: KILLS_SEED=${seed} KILLS_ONLY=${number} npm run vitest -- --project e2e browser-kills`;
}
