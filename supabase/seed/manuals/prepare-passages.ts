// `npm run seed:passages`: reads the manuals as an administrator's browser would, so that the first
// start does not have to.
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { extract } from "#knowledge/extraction/extract.ts";
import { DEMO_MANUALS } from "../demo.ts";

const here = new URL("./", import.meta.url);
const passages = new URL("passages/", here);

await rm(passages, { recursive: true, force: true });
await mkdir(passages);
for (const { fileName } of DEMO_MANUALS) {
  const bytes = new Uint8Array(await readFile(new URL(fileName, here)));
  const manual = await extract(bytes, fileName);
  await writeFile(new URL(`${fileName}.json`, passages), `${JSON.stringify(manual, null, 2)}\n`);
}
