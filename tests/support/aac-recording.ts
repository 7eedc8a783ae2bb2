import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp4OutputFormat,
  Output,
} from "mediabunny";

/** A recording as older versions of Safari make them: AAC in MP4. What it holds is silence. */
export async function aacRecording(): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new EncodedAudioPacketSource("aac");
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = {
    codec: "mp4a.40.2",
    numberOfChannels: 1,
    sampleRate: 48_000,
    description: Uint8Array.of(0x11, 0x88),
  };
  for (let n = 0; n < 50; n += 1) {
    const packet = new EncodedPacket(new Uint8Array(8), "key", (n * 1024) / 48_000, 1024 / 48_000);
    await source.add(packet, { decoderConfig });
  }
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}
