import { dataTemplate } from "../backend.ts";

/** Makes the template once before all tests; otherwise many would make it at the same time. */
export async function setup(): Promise<void> {
  await dataTemplate("demo");
}
