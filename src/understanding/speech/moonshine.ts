import type { InferenceSession } from "onnxruntime-web";
import { type Floats, type Onnx, type Outputs, readFloats, SAMPLE_RATE } from "./voice-detector.ts";

/** Called by long work between its parts: lets others have a turn, waits, or throws to end it. */
export type TakeTurn = () => void | Promise<void>;

/** The weights of one size of Moonshine (https://github.com/moonshine-ai/moonshine), quantised. */
export interface MoonshineWeights {
  encoder: Uint8Array;
  /** The decoder that works with and without a cache. */
  decoder: Uint8Array;
}

const START = 1;
const END = 2;
/** Tokens that somebody can speak in a second: more is the model repeating itself. */
const TOKENS_A_SECOND = 6.5;
/** The model fails on less. */
const LEAST_SAMPLES = SAMPLE_RATE / 10;

/** The state of the decoder about the sound and the text so far, by the names of its inputs. */
type Cache = Readonly<Record<string, Floats>>;

/** Loads a model that turns speech in English into text, greedily: always the likeliest token. */
export async function loadMoonshine(onnx: Onnx, weights: MoonshineWeights) {
  const encoder = await onnx.InferenceSession.create(weights.encoder);
  const decoder = await onnx.InferenceSession.create(weights.decoder);
  const emptyCache = createCache(onnx, decoder);
  const { Tensor } = onnx;
  return {
    /**
     * @param samples one piece of speech at `SAMPLE_RATE`, of at most about 30 s
     * @param takeTurn is called before each part of the work
     */
    async hear(samples: Float32Array, takeTurn: TakeTurn) {
      /** Ids of the model's vocabulary, without those that begin and end the text. */
      const tokens: number[] = [];
      const logProbabilities: number[] = [];
      if (samples.length < LEAST_SAMPLES) return { tokens, logProbabilities };
      await takeTurn();
      const encoded = await encoder.run({
        input_values: new Tensor("float32", samples, [1, samples.length]),
      });
      const hidden = readFloats(encoded, "last_hidden_state");
      let cache = emptyCache;
      let token = START;
      const most = Math.ceil((samples.length / SAMPLE_RATE) * TOKENS_A_SECOND);
      for (let step = 0; step < most; step += 1) {
        await takeTurn();
        const outputs = await decoder.run({
          input_ids: new Tensor("int64", [BigInt(token)], [1, 1]),
          encoder_hidden_states: hidden,
          use_cache_branch: new Tensor("bool", [step > 0]),
          ...cache,
        });
        const logits = readFloats(outputs, "logits").data;
        // The detector has heard speech: the text is not empty.
        const best = likeliest(logits, step === 0 ? END : null);
        if (best.token === END) break;
        tokens.push(best.token);
        logProbabilities.push(best.logProbability);
        token = best.token;
        cache = nextCache(outputs, cache, step === 0);
      }
      return { tokens, logProbabilities };
    },
  };
}

/** The sound stays the same: its part of the cache is made in the first step alone. */
function nextCache(outputs: Outputs, before: Cache, isFirst: boolean): Cache {
  const next: Record<string, Floats> = {};
  for (const [name, tensor] of Object.entries(before)) {
    const isFresh = isFirst || name.includes(".decoder.");
    next[name] = isFresh ? readFloats(outputs, name.replace("past_key_values", "present")) : tensor;
  }
  return next;
}

function createCache({ Tensor }: Onnx, decoder: InferenceSession): Cache {
  const names = decoder.inputNames.filter((name) => name.startsWith("past_key_values."));
  const cacheShape = (name: string): number[] => {
    const input = decoder.inputMetadata.find((each) => each.name === name);
    const shape = input?.isTensor ? input.shape : [];
    const heads = Number(shape[1]);
    const size = Number(shape[3]);
    if (!(heads > 0 && size > 0)) throw new Error(`The model does not tell the shape of ${name}`);
    return [0, heads, 1, size];
  };
  return Object.fromEntries(
    names.map((name) => [name, new Tensor("float32", new Float32Array(0), cacheShape(name))]),
  );
}

/** @param forbidden a token that may not be chosen; null for none */
function likeliest(
  logits: Float32Array,
  forbidden: number | null,
): { token: number; logProbability: number } {
  let token = forbidden === 0 ? 1 : 0;
  for (let id = 0; id < logits.length; id += 1) {
    if (id !== forbidden && (logits[id] ?? 0) > (logits[token] ?? 0)) token = id;
  }
  const top = logits[token] ?? 0;
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - top);
  return { token, logProbability: -Math.log(sum) };
}
