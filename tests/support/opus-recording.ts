import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  OggOutputFormat,
  Output,
  WebMOutputFormat,
} from "mediabunny";

const OPUS_HEAD = Buffer.from("4f707573486561640101000080bb0000000000", "hex");

/** Two frames of silence of 60 ms each, in one byte. */
export const TINY_PACKET = Uint8Array.of(0x19);

/** A recording that repeats a packet of Opus. @param duration of the packet, in seconds */
export async function opusRecording(
  format: "ogg" | "webm",
  packet: Uint8Array,
  count: number,
  duration: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget();
  const output = new Output({
    format: format === "ogg" ? new OggOutputFormat() : new WebMOutputFormat(),
    target,
  });
  const source = new EncodedAudioPacketSource("opus");
  output.addAudioTrack(source);
  await output.start();
  for (let at = 0; at < count; at += 1) {
    const decoderConfig = {
      ...{ codec: "opus", numberOfChannels: 1, sampleRate: 48_000 },
      description: OPUS_HEAD,
    };
    const encoded = new EncodedPacket(packet, "key", at * duration, duration);
    await source.add(encoded, { decoderConfig });
  }
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}
