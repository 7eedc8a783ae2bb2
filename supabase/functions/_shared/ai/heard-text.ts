/** What transcribers write for sounds that are no speech: "[BLANK_AUDIO]", "(silence)", "[Music]", "♪". */
const NO_SPEECH =
  /[[(*]\s*(?:blank[ _]?audio|silence|no (?:speech|audio|sound)|inaudible|music(?: playing)?|musik|música|musique|applause|applaus|noise|background noise|sound|stille|silencio|silence)\s*[\])*]|♪/gi;

/**
 * Sentences of films' subtitles that transcribers invent over silence. A note that consists of them
 * holds no speech: nobody says only this into it.
 */
const INVENTED = [
  /^thank(?:s| you)(?: so much| very much)? for (?:watching|listening|your attention)$/,
  /^(?:please )?(?:like and )?subscribe(?: to (?:my|our|the) channel)?$/,
  /^(?:see|i'll see) you (?:in the )?next (?:video|time)$/,
  /^(?:subtitles|captions|transcription|transcribed|translated) by\b.*$/,
  /^subtitles? (?:created|provided) by\b.*$/,
  /^.*\bamara\.?\s?org\b.*$/,
  /^(?:untertitel|untertitelung)\b.*$/,
  /^vielen dank f(?:ü|u)rs? (?:zuschauen|zusehen|zuh(?:ö|o)ren)$/,
  /^sous-titr(?:es|age)\b.*$/,
  /^merci d'avoir regard(?:é|e)(?: (?:cette|la) vid(?:é|e)o)?$/,
  /^subt(?:í|i)tulos\b.*$/,
  /^gracias por ver(?: el v(?:í|i)deo)?$/,
];

/**
 * The words of a transcription, without what a transcriber writes where nobody speaks.
 * @param prompt what the transcriber was told before: some repeat it over silence
 * @returns "" when nothing was said
 */
export function heardText(transcription: string, prompt: string | undefined): string {
  const text = transcription
    .replaceAll(NO_SPEECH, " ")
    .replaceAll(/[^\S\n]*\n\s*/g, "\n")
    .replaceAll(/[^\S\n]{2,}/g, " ")
    .trim();
  const sentences = text
    .split(/(?<=[.!?…])\s+|\n/)
    .map(plain)
    .filter((each) => each !== "");
  const isInvented = sentences.every((sentence) => INVENTED.some((form) => form.test(sentence)));
  const isEcho = prompt !== undefined && text !== "" && plain(text) === plain(prompt);
  return isInvented || isEcho ? "" : text;
}

function plain(sentence: string): string {
  return sentence
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, "")
    .replaceAll(/\s+/g, " ");
}
