import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { QueueFull } from "../http/fair-queue.ts";
import { TranscriptionJobs } from "./transcription-jobs.ts";

const MINUTE = 60_000;

/** The work begun so far: each ends when the test says so, or when it may not go on. */
let begun: {
  recording: string;
  takeTurn: () => Promise<void>;
  resolve: (result: string) => void;
  reject: (error: Error) => void;
}[];
let jobs: TranscriptionJobs<string>;

beforeEach(() => {
  vi.useFakeTimers();
  begun = [];
  jobs = new TranscriptionJobs(
    (bytes, takeTurn) =>
      new Promise<string>((resolve, reject) => {
        begun.push({ recording: new TextDecoder().decode(bytes), takeTurn, resolve, reject });
      }),
  );
});
afterEach(() => void vi.useRealTimers());

const ask = (recording: string, { person = "ann", signal = new AbortController().signal } = {}) =>
  jobs.result(person, new TextEncoder().encode(recording), signal);
const settle = () => vi.advanceTimersByTimeAsync(0);
const names = () => begun.map(({ recording }) => recording);
async function leave(recording: string, person = "ann") {
  const leaving = new AbortController();
  const left = expect(ask(recording, { person, signal: leaving.signal })).rejects.toThrow("left");
  await settle();
  leaving.abort(new Error("left"));
  await left;
}

test("one recording of a person is worked on at a time, in the order in which they came", async () => {
  const [first, second] = [ask("a"), ask("b")];
  await settle();
  expect(names()).toEqual(["a"]);
  begun[0]?.resolve("heard a");
  expect(await first).toBe("heard a");
  await settle();
  begun[1]?.resolve("heard b");
  expect(await second).toBe("heard b");
});

test("one person's recording has as much of the time as all recordings of another person together", async () => {
  const worked: Record<string, number> = {};
  jobs = new TranscriptionJobs<string>(async (bytes, takeTurn) => {
    const recording = new TextDecoder().decode(bytes);
    const part = recording === "in short parts" ? 10 : 1000;
    for (;;) {
      await takeTurn();
      await new Promise((resolve) => setTimeout(resolve, part));
      worked[recording] = (worked[recording] ?? 0) + part;
    }
  });
  for (const each of ["a", "b", "c"]) void ask(each);
  void ask("in short parts", { person: "bob" });
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(Object.keys(worked)).toEqual(["a", "in short parts"]);
  expect(worked["in short parts"]).toBeGreaterThan(25_000);
  expect(worked.a).toBeGreaterThan(25_000);
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

test("work goes on for those who come back soon, after that of others, and ends when nobody does", async () => {
  await leave("a");
  await vi.advanceTimersByTimeAsync(40_000);
  await leave("a");
  await vi.advanceTimersByTimeAsync(40_000);
  const goneOn = begun[0]?.takeTurn();
  const next = vi.fn();
  goneOn?.then(next, () => {});
  void ask("b", { person: "bob" });
  await settle();
  expect(names()).toEqual(["a", "b"]);
  // Whoever waits for b has the next turn, too, however long b has worked.
  await vi.advanceTimersByTimeAsync(1000);
  await Promise.all([begun[1]?.takeTurn(), vi.advanceTimersByTimeAsync(0)]);
  expect(next).not.toHaveBeenCalled();
  const ended = expect(goneOn).rejects.toThrow("abort");
  await vi.advanceTimersByTimeAsync(MINUTE);
  await ended;
});

test("a recording that waits in the line leaves it with its caller", async () => {
  void ask("a");
  for (const each of ["b", "c", "d"]) await leave(each);
  void ask("e");
  begun[0]?.resolve("heard");
  await settle();
  expect(names()).toEqual(["a", "e"]);
});

test("more recordings of a person than the line holds are refused, until one is done, and those of others are taken", async () => {
  const taken = Array.from({ length: 3 }, (_, n) => ask(`${n}`));
  await expect(ask("one more")).rejects.toThrow(QueueFull);
  void ask("one more", { person: "bob" });
  await settle();
  void ask("0");
  begun[0]?.resolve("heard");
  await taken[0];
  await settle();
  void ask("one more");
  await settle();
  begun[1]?.resolve("heard");
  await settle();
  expect(names()).toEqual(["0", "one more", "1"]);
});
