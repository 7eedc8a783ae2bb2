// @module-tag rest

import { expect, it } from "vitest";
import { signedIn, stackForTests } from "../support/e2e/pages.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const NONE = "There are no documents to answer from yet.";

const stack = stackForTests({ withProvider: false });

it("does not say that there are no documents while their texts are still to come", async () => {
  const page = await (await stack.browser("texts to come")).newPage();
  await page.context().route("**/rest/v1/knowledge_chunks*", (route) => route.abort());
  await signInAs(page, stack.network.url, stack.technician);
  await page.goto(`${stack.network.url}/label-agent`);
  await page.getByRole("button", { name: "Manuals" }).click();
  await page.getByRole("list", { name: "Manuals" }).getByRole("listitem").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("Ask about specifications, safety and installation.").waitFor();
  expect(await page.getByText(NONE).count()).toBe(0);
});

it("offers an administrator to upload documents where there are none", async () => {
  const company_id = crypto.randomUUID();
  const company = { id: company_id, name: "Paperless Ltd" };
  await stack.write("POST", "companies", company);
  for (const email of [stack.administrator, stack.technician]) {
    await stack.write("PATCH", `profiles?email=eq.${email}`, { company_id });
  }
  const technician = await signedIn(stack, stack.technician, { device: "technician" });
  await technician.goto(`${stack.network.url}/ask-agent`);
  await technician.getByText(`${NONE} Ask your administrator to upload some.`).waitFor();
  expect(await technician.getByRole("list", { name: "Example questions" }).count()).toBe(0);

  const administrator = await signedIn(stack, stack.administrator, { device: "administrator" });
  await administrator.goto(`${stack.network.url}/ask-agent`);
  await administrator.getByRole("link", { name: "Upload some" }).click();
  await administrator.waitForURL(/\/admin\?tab=knowledge-base$/);
  await administrator.getByRole("tab", { name: "Knowledge Base", selected: true }).waitFor();
});
