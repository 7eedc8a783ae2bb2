import { beforeEach, expect, it } from "vitest";
import { bench } from "#tests/support/recording-bench.ts";
import { useMicrophone, watchMicrophone } from "./muted-microphone.ts";

/** Mutes or unmutes the fake microphone, as a call does. */
function setMuted(muted: boolean): void {
  Object.assign(bench.recorder.track, { muted });
  bench.recorder.track.dispatchEvent(new Event(muted ? "mute" : "unmute"));
}

beforeEach(() => useMicrophone.setState({ silent: null }));

const isMuted = () => useMicrophone.getState().muted;

it("counts how much of a note was recorded with a muted microphone, and keeps all of it", async () => {
  watchMicrophone(bench.recording);
  const { over } = await bench.capture();
  await bench.untilKept(1);
  setMuted(true);
  expect(isMuted()).toBe(true);
  bench.recorder.give(2);
  bench.recorder.give(3);
  setMuted(false);
  expect(isMuted()).toBe(false);
  bench.recorder.give(4);
  bench.recording.stop();
  await over;
  const item = await bench.onlyItem();
  expect(useMicrophone.getState().silent).toEqual({ noteId: item.id, ms: 2000 });
  expect(await bench.bytesOf(item.id)).toEqual([1, 2, 3, 4]);
});

it("notices a microphone that was muted before, and one that has ended", async () => {
  setMuted(true);
  const { over } = await bench.capture();
  watchMicrophone(bench.recording);
  expect(isMuted()).toBe(true);
  setMuted(false);
  expect(isMuted()).toBe(false);
  Object.assign(bench.recorder.track, { readyState: "ended" });
  bench.recorder.track.dispatchEvent(new Event("ended"));
  expect(isMuted()).toBe(true);
  bench.recording.stop();
  await over;
  expect(isMuted()).toBe(false);
});

it("says nothing about a note that was heard as a whole", async () => {
  watchMicrophone(bench.recording);
  const { over } = await bench.capture();
  await bench.untilKept(1);
  bench.recording.stop();
  await over;
  const { id } = await bench.onlyItem();
  expect(useMicrophone.getState().silent?.noteId).not.toBe(id);
});
