/** Why no microphone could be opened. */
export type MicrophoneFailure =
  /** The person or a policy of the device refused. */
  | { kind: "denied" }
  /** There is no microphone. */
  | { kind: "no-device" }
  /** The browser cannot record, or the page is not served securely. */
  | { kind: "unsupported" }
  /** There is one, but it can't be used: another app uses it, or the hardware fails. */
  | { kind: "failed" };

/** One channel, with the usual processing for speech. */
const SPEECH: MediaTrackConstraints = {
  channelCount: 1,
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
};

/** Asks for the microphone. @returns its stream, or why there is none */
export async function openMicrophone(
  devices: Pick<MediaDevices, "getUserMedia"> | undefined,
): Promise<{ kind: "open"; stream: MediaStream } | MicrophoneFailure> {
  if (devices === undefined) return { kind: "unsupported" };
  try {
    return { kind: "open", stream: await devices.getUserMedia({ audio: SPEECH, video: false }) };
  } catch (error) {
    return { kind: FAILURES[error instanceof Error ? error.name : ""] ?? "failed" };
  }
}

/** By the names of errors; all others are `failed`. */
const FAILURES: Readonly<Record<string, MicrophoneFailure["kind"]>> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "no-device",
  OverconstrainedError: "no-device",
  NotSupportedError: "unsupported",
  TypeError: "unsupported",
};
