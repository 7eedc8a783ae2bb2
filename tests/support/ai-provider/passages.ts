// The content between an opening and a closing tag with the same random word, whatever it contains.
const PASSAGE =
  /^<passage-([0-9a-f]{16}) number=(\d+) file=("(?:[^"\\]|\\.)*")(?: page=(\d+))?(?: heading=("(?:[^"\\]|\\.)*"))?>\n([\s\S]*?)\n<\/passage-\1>$/gm;

export function passagesIn(message: string) {
  return [...message.matchAll(PASSAGE)].map(([, , number, fileName, page, heading, body]) => ({
    number: Number(number),
    fileName: JSON.parse(fileName ?? '""'),
    page: page === undefined ? null : Number(page),
    heading: heading === undefined ? null : JSON.parse(heading),
    body: body ?? "",
  }));
}

export function questionIn(message: string): string | undefined {
  return /<question-([0-9a-f]{16})>\n([\s\S]*)\n<\/question-\1>$/.exec(message)?.[2];
}
