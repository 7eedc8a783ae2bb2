import type { Job } from "@contracts/job.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stubLocalStorage } from "#tests/support/local-storage.ts";
import { device, tab } from "#tests/support/sync/one-tab.ts";
import { sendAll } from "#tests/support/sync/waiting.ts";
import { readEntriesOfJob } from "../mirror/person/agent-logs.ts";
import { waitingItems } from "../mirror/person/outbox/outbox.ts";
import { keepJobChoice } from "../preferences/chosen-job.ts";
import { assignEntry, chooseJob } from "./change-entry.ts";
import { askAsText, askQuestion } from "./questions.ts";
import { queuePhoto } from "./queue-photo.ts";
import { beginRecording, queueRecording } from "./recording-session.ts";

const BOILER = job("A-200");
const PUMP = job("A-90");
const ASK = { agent: "ask", conversation: "ask" } as const;

function job(number: string): Job {
  const at = "2026-01-01T00:00:00.000Z";
  return {
    ...{ id: crypto.randomUUID(), company_id: crypto.randomUUID(), number, title: "" },
    ...{ customer: "", site: "", equipment: [], status: "open", created_at: at, updated_at: at },
  };
}

beforeEach(async () => {
  stubLocalStorage();
  await tab.db.jobs.bulkPut([BOILER, PUMP]);
});
afterEach(() => vi.unstubAllGlobals());

const choose = (jobId: string | null) => chooseJob(tab.db, tab.ports, jobId);

async function record(question?: typeof ASK) {
  const session = await beginRecording(tab.db, tab.ports, "audio/webm", question);
  await session.append(new Uint8Array(100).fill(7).buffer, 1000);
  return session;
}

async function makeAll(): Promise<string[]> {
  const note = await record();
  await note.seal();
  const spoken = await record(ASK);
  await spoken.seal();
  const photo = { bytes: new ArrayBuffer(100), width: 1, height: 1, capturedAt: 1, note: "" };
  const photoId = await queuePhoto(tab.db, tab.ports, photo);
  const typed = await askQuestion(tab.db, tab.ports, { ...ASK, text: "Which filter?" });
  return [note.id, spoken.id, photoId, typed];
}

const jobsOfWaiting = async () =>
  (await waitingItems(tab.db)).map(({ payload }) => "jobId" in payload && payload.jobId);

it("notes, photos and questions arrive in the job that was chosen when they were made", async () => {
  await choose(BOILER.id);
  const ids = await makeAll();
  await choose(null);
  await sendAll(tab);
  expect([...device.server.logs.values()].map(({ job_id }) => job_id)).toEqual(
    ids.map(() => BOILER.id),
  );
  const entries = await readEntriesOfJob(tab.db, BOILER.id);
  expect(entries.map(({ id }) => id).sort()).toEqual(ids.sort());
});

it("what is made without a job, or while it is closed or gone, belongs to none", async () => {
  await makeAll();
  await choose(BOILER.id);
  await tab.db.jobs.update(BOILER.id, { status: "closed" });
  await makeAll();
  await choose(PUMP.id);
  await tab.db.jobs.delete(PUMP.id);
  await makeAll();
  expect(new Set(await jobsOfWaiting())).toEqual(new Set([false]));
});

it("a recording that was never finished keeps the job that was chosen when it began", async () => {
  await choose(BOILER.id);
  const { id, leave } = await record();
  await leave();
  keepJobChoice(tab.db.personId, PUMP.id, tab.clock.now());
  await queueRecording(tab.db, id);
  expect(await jobsOfWaiting()).toEqual([BOILER.id]);
});

it("a job that is chosen during a recording is the job of the recording", async () => {
  await choose(BOILER.id);
  const left = await record();
  await left.leave();
  const session = await record();
  await choose(PUMP.id);
  await session.seal();
  expect(await jobsOfWaiting()).toEqual([PUMP.id]);
  await queueRecording(tab.db, left.id);
  expect(await jobsOfWaiting()).toEqual([BOILER.id, PUMP.id]);
});

it("a spoken question that is asked in words stays in its job", async () => {
  await choose(BOILER.id);
  const session = await record(ASK);
  await session.seal();
  await choose(PUMP.id);
  const [item] = await waitingItems(tab.db);
  const jobId = item && "jobId" in item.payload ? item.payload.jobId : null;
  await askAsText(tab.db, tab.ports, session.id, { ...ASK, text: "Which filter?", jobId });
  expect(await jobsOfWaiting()).toEqual([BOILER.id]);
});

it("an entry that was moved is in its new job alone, before and after that has arrived", async () => {
  await choose(BOILER.id);
  const session = await record();
  await session.seal();
  await sendAll(tab);
  await assignEntry(tab.db, tab.ports, { id: session.id, agent: "voice" }, PUMP.id);
  const places = async () => [
    (await readEntriesOfJob(tab.db, BOILER.id)).length,
    (await readEntriesOfJob(tab.db, PUMP.id)).length,
  ];
  expect(await places()).toEqual([0, 1]);
  await sendAll(tab);
  expect(await places()).toEqual([0, 1]);
});
