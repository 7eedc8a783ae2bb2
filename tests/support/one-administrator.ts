import { beforeEach } from "vitest";
import type { AdministrationCommand } from "#commands/command-result.ts";
import { createAdministrationServer } from "./administration-server.ts";
import { db } from "./empty-mirror.ts";

/** The administrator's mirror, their server, and the input of commands: new ones for each test of the importing file. */
export { db };
export let server: ReturnType<typeof createAdministrationServer>;
export let command: AdministrationCommand;

let time: number;
/** The device's time, which goes on with each look at it. */
export const now = () => ++time;

beforeEach(() => {
  time = 0;
  server = createAdministrationServer();
  command = server.command(db, now);
});
