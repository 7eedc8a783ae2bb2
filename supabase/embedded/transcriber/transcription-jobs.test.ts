import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { QueueFull, TranscriptionJobs } from "./transcription-jobs.ts";

const MINUTE = 60_000;

/** The work begun so far: each ends when the test says so. */
let begun: {
  recording: string;
  signal: AbortSignal;
  resolve: (result: string) => void;
  reject: (error: Error) => void;
}[];
let jobs: TranscriptionJobs<string>;

beforeEach(() => {
  vi.useFakeTimers();
  begun = [];
  jobs = new TranscriptionJobs(
    (bytes, signal) =>
      new Promise<string>((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        begun.push({ recording: new TextDecoder().decode(bytes), signal, resolve, reject });
      }),
  );
});
afterEach(() => void vi.useRealTimers());

const never = new AbortController().signal;
const ask = (recording: string, signal = never) =>
  jobs.result(new TextEncoder().encode(recording), signal);
const settle = () => vi.advanceTimersByTimeAsync(0);

test("one recording is worked on at a time, in the order in which they came", async () => {
  const [first, second] = [ask("a"), ask("b")];
  await settle();
  expect(begun.map(({ recording }) => recording)).toEqual(["a"]);
  begun[0]?.resolve("heard a");
  expect(await first).toBe("heard a");
  await settle();
  begun[1]?.resolve("heard b");
  expect(await second).toBe("heard b");
});

test("a repetition waits for the first one's result, and later gets what is remembered", async () => {
  const both = [ask("a"), ask("a")];
  await settle();
  begun[0]?.resolve("heard");
  expect(await Promise.all(both)).toEqual(["heard", "heard"]);
  await vi.advanceTimersByTimeAsync(9 * MINUTE);
  expect(await ask("a")).toBe("heard");
  expect(begun).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  void ask("a");
  await settle();
  expect(begun).toHaveLength(2);
});

test("a failure is told to everybody who waits, is not remembered, and holds up nobody", async () => {
  const both = [ask("a"), ask("a")].map((each) => expect(each).rejects.toThrow("broken"));
  const other = ask("b");
  await settle();
  begun[0]?.reject(new Error("broken"));
  await Promise.all(both);
  await settle();
  begun[1]?.resolve("heard b");
  expect(await other).toBe("heard b");
  void ask("a");
  await settle();
  expect(begun).toHaveLength(3);
});

test("a job goes on for those who come back soon, and ends when nobody does", async () => {
  const leaving = new AbortController();
  const first = expect(ask("a", leaving.signal)).rejects.toThrow("left");
  await settle();
  leaving.abort(new Error("left"));
  await first;
  await vi.advanceTimersByTimeAsync(40_000);
  const leavingAgain = new AbortController();
  const second = expect(ask("a", leavingAgain.signal)).rejects.toThrow("left");
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(begun).toHaveLength(1);
  expect(begun[0]?.signal.aborted).toBe(false);
  leavingAgain.abort(new Error("left"));
  await second;
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(begun[0]?.signal.aborted).toBe(true);
  void ask("b");
  await settle();
  expect(begun.map(({ recording }) => recording)).toEqual(["a", "b"]);
});

test("more recordings than the queue holds are refused, until one is done", async () => {
  const taken = Array.from({ length: 6 }, (_, n) => ask(`${n}`));
  await expect(ask("one more")).rejects.toThrow(QueueFull);
  await settle();
  void ask("0");
  begun[0]?.resolve("heard");
  await taken[0];
  await settle();
  void ask("one more");
  await settle();
  expect(begun).toHaveLength(2);
});
