import { speechModels } from "virtual:speech-models";
import { wait } from "#platform/backoff.ts";
import { isUnmetered } from "#platform/connection.ts";
import { workInProgress } from "#platform/lock-names.ts";
import { roomLeft } from "#platform/storage-quota.ts";
import { whenWorthTrying } from "#platform/try-again.ts";
import { followSpeechPreferences } from "#preferences/speech-preferences.ts";
import { startModelKeeper } from "./keep-model.ts";

let keeper: ReturnType<typeof startModelKeeper> | undefined;

/** Keeps the chosen speech model here while this tab is open; can be called again. */
export function keepSpeechModel() {
  if (keeper !== undefined) return keeper;
  followSpeechPreferences();
  keeper = startModelKeeper({
    models: speechModels,
    roomLeft,
    mayUpdate: async () => isUnmetered() && (await workInProgress(navigator.locks)) === null,
    whenWorthTrying,
    wait,
    channel: new BroadcastChannel("field-agents-speech-model"),
  });
  return keeper;
}
