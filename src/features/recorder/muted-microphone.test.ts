import { notificationsStore } from "@mantine/notifications";
import { beforeEach, expect, it, vi } from "vitest";
import { bench, FAST } from "#tests/support/recording-bench.ts";
import { watchMicrophone } from "./muted-microphone.ts";

/** Mutes or unmutes the fake microphone, as a call does. */
function setMuted(muted: boolean): void {
  Object.assign(bench.recorder.track, { muted });
  bench.recorder.track.dispatchEvent(new Event(muted ? "mute" : "unmute"));
}

beforeEach(() => notificationsStore.updateState((now) => ({ ...now, notifications: [] })));

const said = () => notificationsStore.getState().notifications.map(({ message }) => message);
const MUTED = "The microphone is muted by this device. What is said now is not recorded.";

it("says so while the microphone is muted, and how much of a kept recording is silent", async () => {
  const end = watchMicrophone(bench.recorder);
  bench.recorder.give(1);
  setMuted(true);
  expect(said()).toEqual([MUTED]);
  bench.recorder.give(2);
  bench.recorder.give(3);
  setMuted(false);
  expect(said()).toEqual([]);
  bench.recorder.give(4);
  end(true);
  const silent = "0:02 of this recording are silent: the microphone was muted.";
  await vi.waitFor(() => expect(said()).toEqual([silent]), FAST);
  setMuted(true);
  expect(said()).toEqual([silent]);
});

it("notices a microphone that was muted before, and one that has ended", () => {
  setMuted(true);
  const end = watchMicrophone(bench.recorder);
  expect(said()).toEqual([MUTED]);
  setMuted(false);
  Object.assign(bench.recorder.track, { readyState: "ended" });
  bench.recorder.track.dispatchEvent(new Event("ended"));
  expect(said()).toEqual([MUTED]);
  bench.recorder.give(1);
  end(false);
  expect(said()).toEqual([]);
});
