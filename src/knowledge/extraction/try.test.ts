import { readdirSync, readFileSync } from "node:fs";
import { it } from "vitest";
import { extract } from "./extract.ts";

it("x", async () => {
  const only = process.env.ONLY ?? "docx";
  for (const name of readdirSync(process.env.DIR ?? "/work/shared/inputs").filter((n) =>
    new RegExp(only).test(n),
  )) {
    try {
      const { passages, ...rest } = await extract(
        new Uint8Array(readFileSync(`${process.env.DIR ?? "/work/shared/inputs"}/${name}`)),
        name,
      );
      console.log(
        name,
        JSON.stringify(rest),
        passages.map((p) => JSON.stringify(p.heading) + "|" + p.body).join("\n----\n"),
      );
    } catch (error) {
      console.log(name, String(error));
    }
  }
});
