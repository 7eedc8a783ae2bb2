const names = new Intl.DisplayNames("en", { type: "language" });
const CODES = "en bg cs da nl fi fr de el hu it no pl pt ro es sv tr uk".split(" ");

/** The languages that people can choose for their notes: ISO 639-1 code to name. */
export const SPEECH_LANGUAGES: Readonly<Record<string, string>> = Object.fromEntries(
  CODES.map((code) => [code, names.of(code) ?? code]),
);
