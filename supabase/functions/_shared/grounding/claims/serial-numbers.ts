/** The number of one device, which no manual has: "serial 2131-04417", "s/n 22K3107", "n° 2203-0150". */
const SERIAL_NUMBER =
  /(?<![\p{L}\p{N}])(?:serial|s[eé]rie|serien(?:-?nummer|-?nr)?|s\/n|sn|n[°º])(?:\W|\b(?:number|numbers|no|nr|n[°º]|num[eé]ro|número|is|es|est|ist|del?)\b){0,6}(?=[\p{L}\d-]*\d)([\p{L}\d][\p{L}\d-]{4,})/giu;

/** The serial numbers that a question names. Shorter numbers are something else, for example a size. */
export function serialNumbersIn(question: string): string[] {
  return [...question.matchAll(SERIAL_NUMBER)].map(([, number = ""]) => number);
}

/** A text without these serial numbers: "your 22K3107 is older" is about the device of who asks, and no claim. */
export function withoutSerialNumbers(text: string, numbers: readonly string[]): string {
  return numbers.reduce((left, number) => left.replaceAll(number, "it"), text);
}
