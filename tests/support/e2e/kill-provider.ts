import type { AiProvider } from "../ai-provider/ai-provider.ts";
import { heardIn } from "./kill-given.ts";

/** The most recordings that are transcribed in one turn of the provider. */
const HEARD_AT_MOST = 20;

/** All calls that the provider got so far. */
export interface ProviderAccount {
  /** The bytes of every recording, by the words that the provider heard in it. */
  heard: ReadonlyMap<string, Uint8Array>;
  /** The last message of each chat. */
  asked: readonly string[];
}

/** The AI provider: it hears different words in every recording, and its calls are recorded. */
export interface KillProvider {
  /** Releases held calls; from now on calls are answered at once, or held until the next turn. */
  turn(story: number, answers: "at once" | "held"): void;
  /** Ends the turn. @returns every call so far */
  account(): ProviderAccount;
}

export function watchProvider(provider: AiProvider): KillProvider {
  const heard = new Map<string, Uint8Array>();
  const asked: string[] = [];
  let words: string[] = [];
  let count = 0;

  function account(): ProviderAccount {
    // The words were handed out in the order of the calls.
    for (const [index, { file }] of provider.callsTo("transcription").entries()) {
      heard.set(words[index] ?? `Heard without words to hear: ${index}`, file.bytes);
    }
    for (const { messages } of provider.callsTo("chat")) asked.push(messages.at(-1)?.content ?? "");
    words = [];
    provider.reset();
    return { heard, asked };
  }

  return {
    turn(story, answers) {
      account();
      releaseAll(provider);
      words = Array.from({ length: HEARD_AT_MOST }, () => {
        count += 1;
        return `What does fault code K17 mean on the Kestrel 900? ${heardIn(story)}${count})`;
      });
      const verb = answers === "held" ? "hold" : "answer";
      provider.respondWith(
        ...words.map((text) => ({ to: "transcription", do: verb, text }) as const),
      );
      if (answers === "held") {
        provider.respondWith(...words.map(() => ({ to: "chat", do: "hold" }) as const));
      }
    },
    account,
  };
}

function releaseAll(provider: AiProvider): void {
  for (;;) {
    try {
      provider.release();
    } catch {
      return;
    }
  }
}
