const DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const TEENS =
  "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** The words of numbers. */
export const NUMERALS: ReadonlySet<string> = new Set([
  ...DIGITS,
  ...TEENS,
  ...TENS.slice(2),
  ...["oh", "hundred", "thousand"],
]);

/** The ways to read digits aloud, the likeliest first: "240" is "two forty" and "two four zero". */
export function digitReadings(digits: string): string[] {
  const singly = [...digits].map((digit) => DIGITS[Number(digit)]).join(" ");
  const readings = new Set<string>();
  const [first = "", ...rest] = digits;
  if (first !== "0") {
    if (digits.length <= 2) readings.add(belowHundred(digits));
    if (digits.length === 3) {
      const ending = rest.join("");
      const hundreds = `${DIGITS[Number(first)]} hundred`;
      if (ending === "00") readings.add(hundreds);
      else {
        readings.add(`${DIGITS[Number(first)]} ${belowHundred(ending)}`);
        readings.add(`${hundreds} ${belowHundred(ending).replace(/^oh /, "")}`);
      }
    }
    if (digits.length === 4) {
      const [left, right] = [digits.slice(0, 2), digits.slice(2)];
      if (digits.endsWith("000")) readings.add(`${DIGITS[Number(first)]} thousand`);
      else if (right === "00") readings.add(`${belowHundred(left)} hundred`);
      else readings.add(`${belowHundred(left)} ${belowHundred(right)}`);
    }
  }
  readings.add(singly);
  if (digits.includes("0")) readings.add(singly.replaceAll("zero", "oh"));
  return [...readings];
}

/** @param digits one or two; "05" is "oh five" */
function belowHundred(digits: string): string {
  const number = Number(digits);
  if (digits.length === 2 && number < 10) return `oh ${DIGITS[number]}`;
  if (number < 10) return DIGITS[number] ?? "";
  if (number < 20) return TEENS[number - 10] ?? "";
  const tens = TENS[Math.floor(number / 10)] ?? "";
  return number % 10 === 0 ? tens : `${tens} ${DIGITS[number % 10]}`;
}
