/** Samples per second of what is decoded. */
const SAMPLE_RATE = 16_000;

/**
 * Decodes a recording with the browser's own decoders, which know whatever the browser records.
 * @returns one channel at 16 kHz; null when the browser cannot decode it
 */
export async function decodeRecording(
  recording: ArrayBuffer[],
): Promise<Float32Array<ArrayBuffer> | null> {
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  const bytes = await new Blob(recording).arrayBuffer();
  const decoded = await context.decodeAudioData(bytes).catch(() => null);
  if (decoded === null) return null;
  // Mixes the channels, away from the page's thread.
  const mixing = new OfflineAudioContext(1, decoded.length, SAMPLE_RATE);
  const source = new AudioBufferSourceNode(mixing, { buffer: decoded });
  source.connect(mixing.destination);
  source.start();
  return (await mixing.startRendering()).getChannelData(0);
}
