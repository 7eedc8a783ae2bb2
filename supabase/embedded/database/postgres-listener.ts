import type pg from "pg";

/** How long to wait before connecting again, in milliseconds. */
const PAUSE = 1000;

/** Listens to a channel of a PostgreSQL server; after a lost connection, on a new one. */
export class PostgresListener {
  readonly #newClient: () => pg.Client;
  readonly #channel: string;
  readonly #heard: (notification: string) => void;
  #client: pg.Client | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  #isEnded = false;

  constructor(newClient: () => pg.Client, channel: string, heard: (notification: string) => void) {
    this.#newClient = newClient;
    this.#channel = channel;
    this.#heard = heard;
  }

  /** @throws if the server cannot be reached */
  async start(): Promise<void> {
    const client = this.#newClient();
    this.#client = client;
    // The end of the connection is reported as well, and is answered there.
    client.on("error", () => {});
    client.on("notification", ({ payload }) => this.#heard(payload ?? ""));
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(this.#channel)}`);
    client.on("end", () => this.#startLater());
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    clearTimeout(this.#again);
    await this.#client?.end().catch(() => {});
  }

  #startLater(): void {
    if (this.#isEnded) return;
    this.#again = setTimeout(() => {
      this.start().catch(() => this.#startLater());
    }, PAUSE);
  }
}
