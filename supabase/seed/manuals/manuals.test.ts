import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { extract } from "#knowledge/extraction/extract.ts";
import { DEMO_MANUALS } from "../demo.ts";

const manualsFolder = new URL("./", import.meta.url);

test.each(DEMO_MANUALS)(
  "the prepared passages of $fileName are those that a browser reads",
  async ({ fileName }) => {
    const bytes = new Uint8Array(await readFile(new URL(fileName, manualsFolder)));
    const prepared = await readFile(new URL(`passages/${fileName}.json`, manualsFolder), "utf8");
    const manual = await extract(bytes, fileName);
    expect(JSON.parse(prepared), "run `npm run seed:passages`").toEqual(manual);
  },
);

test("no passages are left of a removed manual", async () => {
  const prepared = await readdir(new URL("passages/", manualsFolder));
  const expected = DEMO_MANUALS.map(({ fileName }) => `${fileName}.json`);
  expect(prepared.sort()).toEqual(expected.sort());
});
