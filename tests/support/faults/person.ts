import { vi } from "vitest";
import { discardIdleItem } from "#mirror/person/outbox/outbox.ts";
import { readUnsent } from "#mirror/person/outbox/read-unsent.ts";
import { chooseAudioDays } from "#mirror/person/recordings/kept-audio.ts";
import { deleteUnsealedRecording } from "#mirror/person/recordings/recordings.ts";
import { queueRecording } from "#outbox/recording-session.ts";
import type { App } from "./app.ts";
import { type MadeItem, planItem } from "./made-items.ts";
import { inPage } from "./page-storage.ts";
import type { Tab } from "./tab.ts";

/**
 * Loads the modules with which the app handles deleted accounts again, as a newly opened page does:
 * they use a device database of their own.
 */
async function loadPage() {
  vi.resetModules();
  const { deviceDatabase } = await import("#mirror/device/device-database.ts");
  return {
    ...(await import("#mirror/device/forget-person.ts")),
    ...(await import("#sync/use-former-work.ts")),
    ...(await import("#mirror/device/unsent-work.ts")),
    ...(await import("#mirror/device/seen-people.ts")),
    close: () => deviceDatabase.close(),
  };
}
type PageModules = Awaited<ReturnType<typeof loadPage>>;

/** The actions of a person in a page on items they made. The page may die during each of them. */
export class Person {
  readonly #app: App;
  readonly #made: MadeItem[];
  readonly #refused: (personId: string) => void;
  /** Resolves when a page's modules are loaded: Node's disk does not follow the world's clock. */
  loading: Promise<unknown> = Promise.resolve();

  /**
   * @param made the items so far; notes that are sent again are added
   * @param refused is called with the person whose session the backend did not accept, as a page
   * tells the app
   */
  constructor(app: App, made: MadeItem[], refused: (personId: string) => void) {
    this.#app = app;
    this.#made = made;
    this.#refused = refused;
  }

  async takeBack({ context, personId }: Tab): Promise<void> {
    const note = this.#made.findLast(
      (item) => item.kind === "left note" && item.personId === personId && item.saved,
    );
    if (note?.id == null) return;
    // Until the page says more, the note may be either saved or taken back.
    note.saved = false;
    note.saved = (await this.#app.takeBack(context, note.id)) !== "taken-back";
  }

  /** Sends or discards the oldest unfinished recording. */
  async decide({ context }: Tab, choice: "send" | "discard"): Promise<void> {
    const { db, ports } = context;
    const [draft] = (await readUnsent(db, ports.locks)).unfinished;
    if (draft === undefined) return;
    if (choice === "send") {
      await queueRecording(db, draft.id);
    } else {
      await this.#discarding([draft.id], "unsent", () => deleteUnsealedRecording(db, draft.id));
    }
  }

  /** Discards a waiting item, unless it is being sent. */
  async discard({ context }: Tab, id: string): Promise<void> {
    this.#note(id, "perhaps");
    this.#note(id, (await discardIdleItem(context.db, id)) ? "unsent" : "no");
  }

  /** Sends the oldest note without recognised speech again; 2 `taps` are an accident. */
  async sendAgain(tab: Tab, taps: number): Promise<void> {
    const { db } = tab.context;
    const kept = await db.keptAudio.orderBy("arrivedAt").toArray();
    const silent = kept.find(({ empty, sentAgainAs }) => empty && sentAgainAs === null);
    const before = this.#made.find(({ id }) => id === silent?.id);
    if (silent === undefined || before === undefined) return;
    await Promise.all(Array.from({ length: taps }, () => this.#tap(tab, before)));
  }

  async #tap({ context, personId }: Tab, before: MadeItem): Promise<void> {
    const { db, ports } = context;
    const { conversation, bytes, content, captured, id } = before;
    const plan = { kind: "voice note" as const, conversation, bytes, refused: false };
    const again = { ...planItem(plan, this.#made.length, personId), content, again: id };
    this.#made.push(again);
    const noting = {
      ...ports,
      newId: () => {
        again.id = ports.newId();
        return again.id;
      },
    };
    // Not yet promised. If the first note's page died while recording, only the stored part is
    // sent.
    again.captured = 0;
    const sentAs = await this.#app.sendAgain(db, noting, String(id));
    if (sentAs !== again.id) again.id = null;
    else {
      again.captured = captured;
      again.saved = before.saved;
    }
  }

  /** Chooses how many days recordings are kept after they arrived. */
  async chooseDays({ context }: Tab, days: number): Promise<void> {
    await chooseAudioDays(context.db, days);
  }

  /** Comes back to the page, which then tidies up old recordings. */
  async look({ context }: Tab): Promise<void> {
    await this.#app.tidyAudio(context.db, context.clock.now());
  }

  /** Finds unsent items of earlier accounts of the person, and leaves or discards them. */
  async formerWork(tab: Tab, choice: "leave" | "discard"): Promise<void> {
    const { context, personId } = tab;
    const { backend, ports } = context;
    await this.#inModules(tab, async (page) => {
      const asked = await page.askForFormerWork(backend, personId);
      if (asked.kind === "sign-in") this.#refused(personId);
      if (choice === "leave") return;
      for (const { person } of await page.unsentOfPredecessors(personId)) {
        const work = await page.withPersonDatabase(person.id, page.readUnsentWork);
        const ids = [...(work?.items ?? []), ...(work?.recordings ?? [])].map(({ id }) => id);
        await this.#discarding(ids, "yes", () => page.discardFormerWork(ports, person.id, ids));
      }
    });
  }

  async #discarding(
    ids: readonly string[],
    discarded: MadeItem["discarded"],
    discard: () => Promise<void>,
  ): Promise<void> {
    for (const id of ids) this.#note(id, "perhaps");
    await discard();
    for (const id of ids) this.#note(id, discarded);
  }

  #note(id: string, discarded: MadeItem["discarded"]): void {
    const item = this.#made.find((other) => other.id === id);
    if (item !== undefined) item.discarded = discarded;
  }

  /** Runs `work` with the page's own modules, whose device database closes with its death. */
  #inModules({ life, storage }: Tab, work: (page: PageModules) => Promise<unknown>): Promise<void> {
    return inPage(storage.factory, async () => {
      const loaded = loadPage();
      this.loading = Promise.all([this.loading, loaded]);
      const page = await loaded;
      life.onDeath(page.close);
      try {
        await work(page);
      } finally {
        page.close();
      }
    });
  }
}
