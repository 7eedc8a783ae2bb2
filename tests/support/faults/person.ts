import { readUnsent } from "#mirror/person/outbox/read-unsent.ts";
import { chooseAudioDays } from "#mirror/person/recordings/audio-keeping.ts";
import { discardUnfinished, sendUnfinished } from "#outbox/unfinished-recordings.ts";
import { loadPage, type PageModules } from "../sync/earlier-account.ts";
import type { App } from "./app.ts";
import { type MadeItem, planItem } from "./made-items.ts";
import { inPage } from "./page-storage.ts";
import type { Tab } from "./world.ts";

/** What a person does in a page with what they made. It may die over each of these. */
export class Person {
  readonly #app: App;
  readonly #made: MadeItem[];
  readonly #refused: (personId: string) => void;
  /** Accounts whose work somebody began to take over: what is discarded of it then may be moved already. */
  readonly #takenOver = new Set<string>();
  /** Until modules are there that a page asked for: Node's disk knows nothing of the world's time. */
  loading: Promise<unknown> = Promise.resolve();

  /**
   * @param made what was made so far, and what is sent again comes to it
   * @param refused is told whose session the backend did not accept, as a page tells the app
   */
  constructor(app: App, made: MadeItem[], refused: (personId: string) => void) {
    this.#app = app;
    this.#made = made;
    this.#refused = refused;
  }

  /** Presses Undo on the note that they left last. */
  async takeBack({ context, personId }: Tab): Promise<void> {
    const note = this.#made.findLast(
      (item) => item.kind === "left note" && item.personId === personId && item.saved,
    );
    if (note?.id == null) return;
    // Until the page says more, it may be either.
    note.saved = false;
    note.saved = (await this.#app.takeBack(context, note.id)) !== "taken-back";
  }

  /** Decides about the oldest unfinished recording. */
  async decide({ context }: Tab, choice: "send" | "discard"): Promise<void> {
    const { db, ports } = context;
    const [draft] = (await readUnsent(db, ports.locks)).unfinished;
    if (draft === undefined) return;
    if (choice === "send") {
      await sendUnfinished(db, draft.id);
    } else {
      await this.#discarding(
        [draft.id],
        () => "unsent",
        () => discardUnfinished(db, draft.id),
      );
    }
  }

  /** Sends the oldest note again in which no speech was recognised; the finger may slip and tap twice. */
  async sendAgain({ context, personId }: Tab, taps: number): Promise<void> {
    const { db, ports } = context;
    const kept = await db.keptAudio.orderBy("arrivedAt").toArray();
    const silent = kept.find(({ empty, sentAgainAs }) => empty && sentAgainAs === null);
    const before = this.#made.find(({ id }) => id === silent?.id);
    if (silent === undefined || before === undefined) return;
    await Promise.all(Array.from({ length: taps }, () => this.#tap(db, ports, before, personId)));
  }

  async #tap(
    db: Tab["context"]["db"],
    ports: Tab["context"]["ports"],
    before: MadeItem,
    personId: string,
  ): Promise<void> {
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
    // As much of it as was kept, if its page died while it was recorded.
    again.captured = 0;
    const sentAs = await this.#app.sendAgain(db, noting, String(id));
    if (sentAs !== again.id) again.id = null;
    else {
      again.captured = captured;
      again.saved = before.saved;
    }
  }

  /** Chooses how long what arrived is kept. */
  async chooseDays({ context }: Tab, days: number): Promise<void> {
    await chooseAudioDays(context.db, days);
  }

  /** Looks at the page again, which tidies up then. */
  async look({ context }: Tab): Promise<void> {
    await this.#app.tidyAudio(context.db, context.clock.now());
  }

  /**
   * Looks what waits under accounts that they had before, and accepts the offer to send it, exports and
   * discards it, or leaves it.
   */
  async formerWork(tab: Tab, choice: "send" | "discard" | "leave"): Promise<void> {
    const { context, personId } = tab;
    const { backend, ports } = context;
    await this.#inModules(tab, async (page) => {
      const asked = await page.askForFormerWork(backend, personId);
      if (asked.kind === "sign-in") this.#refused(personId);
      for (const { person } of await page.unsentOfPredecessors(personId)) {
        if (choice === "send") {
          this.#takenOver.add(person.id);
          const move = { from: person.id, to: personId };
          const taken = await this.#app.takeOver(page, backend, ports, move);
          if (taken?.kind === "sign-in") this.#refused(personId);
        }
        if (choice !== "discard") continue;
        const { items, recordings } = await page.withDatabaseOf(person.id, page.readUnsentWork);
        const ids = [...items, ...recordings].map(({ id }) => id);
        await this.#discarding(
          ids,
          () => this.#outcomeOf(person.id),
          () => page.discardUnsent(ports, person.id, ids),
        );
      }
    });
  }

  /** A page is opened: what was being moved when another died goes on. */
  async arrive(tab: Tab): Promise<void> {
    await this.#inModules(tab, ({ finishMoves }) => finishMoves(tab.context.ports));
  }

  async #discarding(
    ids: readonly string[],
    outcome: () => MadeItem["discarded"],
    discard: () => Promise<void>,
  ): Promise<void> {
    for (const id of ids) {
      this.#note(id, (item) => {
        item.discarded = "perhaps";
      });
    }
    await discard();
    for (const id of ids) {
      this.#note(id, (item) => {
        item.discarded = outcome();
      });
    }
  }

  /** Of a discard beside a taking over in another tab, either may have come first. */
  #outcomeOf(accountId: string): MadeItem["discarded"] {
    return this.#takenOver.has(accountId) ? "perhaps" : "yes";
  }

  #note(id: string, change: (item: MadeItem) => void): void {
    const item = this.#made.find((other) => other.id === id);
    if (item !== undefined) change(item);
  }

  /** Does something with modules of the page's own, whose device database dies with it. */
  #inModules(
    { context, life, storage }: Tab,
    work: (page: PageModules) => Promise<unknown>,
  ): Promise<void> {
    return inPage(storage.factory, async () => {
      const loaded = loadPage(context.ports.locks);
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
