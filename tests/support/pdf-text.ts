import { readFile } from "node:fs/promises";
import { getDocument, OPS } from "pdfjs-dist/legacy/build/pdf.mjs";

/** The text of a PDF file in the order in which it was written, and how many pictures it has. */
export async function textOfPdf(path: string): Promise<{ text: string; pictures: number }> {
  const task = getDocument({ data: new Uint8Array(await readFile(path)), verbosity: 0 });
  const pdf = await task.promise;
  const texts: string[] = [];
  let pictures = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    texts.push(...items.flatMap((item) => ("str" in item ? item.str.trim() : [])));
    const { fnArray } = await page.getOperatorList();
    pictures += fnArray.filter((operation) => operation === OPS.paintImageXObject).length;
  }
  await task.destroy();
  return { text: texts.filter((text) => text !== "").join(" "), pictures };
}
