import { memoryOf, residentMemoryOf } from "#tests/support/memory.ts";
import { processOf, processTree } from "#tests/support/process-tree.ts";
import { timeOfAll, timeOfMainThread } from "#tests/support/processor-time.ts";
import type { Contestant } from "./contestants.ts";
import { inWords, loadInWords, rangeOf, ratioInWords } from "./figures.ts";
import { type Kind, kinds } from "./kinds.ts";
import type { LoadProcess, LoadResult } from "./load.ts";
import { createTechnicians, type Technician } from "./people.ts";
import { PgAlone, serveReads } from "./rest-beside-pg.ts";

const PEOPLE = 100;
/** So many connections to the database serve requests of people. */
const CONNECTIONS = 6;
const MEGABYTE = 1 << 20;

/** What was measured of one contestant. */
export class Score {
  readonly kinds: readonly Kind[];
  readonly #contestant: Contestant;
  readonly #people: readonly Technician[];
  /** How many turns people have had, so that the next request is the next person's. */
  #turns = 0;
  readonly #memory: Record<string, string>;
  /** The counted rounds, by kind and number of callers. */
  readonly #rounds = new Map<string, LoadResult[]>();
  readonly #failures: Record<string, number> = {};
  /** What one request cost in each counted round, in milliseconds, by kind and number of callers. */
  readonly #costs = new Map<string, Cost[]>();
  /** The same reads by `pg` alone, by the number of callers. */
  readonly #alone = new Map<number, LoadResult[]>();
  /** The same reads by `pg` behind a server that does nothing else, by the number of callers. */
  readonly #bare = new Map<number, LoadResult[]>();

  private constructor(
    contestant: Contestant,
    idle: string,
    known: { kinds: readonly Kind[]; people: readonly Technician[] },
  ) {
    this.#contestant = contestant;
    this.#memory = { "memory idle, RSS (PSS) MB": idle };
    this.#people = known.people;
    this.kinds = known.kinds;
  }

  /** Prepares a contestant that has just started. */
  static async begin(contestant: Contestant): Promise<Score> {
    const [server] = contestant.servers;
    if (!server) throw new Error(`${contestant.name} has no server.`);
    const idle = memory(contestant);
    const people = await createTechnicians(server, PEOPLE);
    return new Score(contestant, idle, { kinds: await kinds(server.publishableKey), people });
  }

  get name(): string {
    return this.#contestant.name;
  }

  /** Has callers do something for a round. @param counts false for a round that warms up */
  async play(load: LoadProcess, kind: Kind, callers: number, counts: boolean): Promise<void> {
    const count = kind.counts[callers] ?? 0;
    const people = Array.from({ length: count }, () => this.#nextPerson());
    const servers = this.#contestant.servers.map(({ url }) => url);
    const before = costs(this.#contestant);
    const result = await load.run({ servers, callers, ...kind.requestsOf(people) });
    const after = costs(this.#contestant);
    for (const [reason, times] of Object.entries(result.failures)) {
      this.#failures[reason] = (this.#failures[reason] ?? 0) + times;
    }
    if (!counts) return;
    const name = nameOf(kind, callers);
    this.#rounds.set(name, [...(this.#rounds.get(name) ?? []), result]);
    const cost = {
      mainThread: (after.mainThread - before.mainThread) / count,
      all: (after.all - before.all) / count,
    };
    this.#costs.set(name, [...(this.#costs.get(name) ?? []), cost]);
  }

  /**
   * Reads what a round of reads has just read, by `pg` alone and by `pg` behind a server that does nothing
   * else. @param counts as for `play`
   */
  async readAlone(load: LoadProcess, callers: number, counts: boolean): Promise<void> {
    const { databaseUrl } = this.#contestant;
    const kind = this.kinds.find(({ name }) => name === "reads");
    if (databaseUrl === undefined || kind === undefined) return;
    const nextPeople = () =>
      Array.from({ length: kind.counts[callers] ?? 0 }, () => this.#nextPerson());
    const connections = Math.min(callers, CONNECTIONS);
    const alone = new PgAlone(databaseUrl, connections);
    const read = await alone.read(nextPeople());
    await alone.end();
    const bare = await serveReads(databaseUrl, connections);
    const job = { servers: [bare.url], callers, ...kind.requestsOf(nextPeople()) };
    const served = await load.run(job);
    await bare.end();
    if (!counts) return;
    this.#alone.set(callers, [...(this.#alone.get(callers) ?? []), { ...read, failures: {} }]);
    this.#bare.set(callers, [...(this.#bare.get(callers) ?? []), served]);
  }

  noteMemory(when: string): void {
    this.#memory[`memory ${when}`] = memory(this.#contestant);
  }

  /**
   * The figures in words. @param before another score of the same rounds: ratios are to its figures
   */
  column(before: Score | undefined): Record<string, string> {
    const starts = rangeOf(this.#contestant.starts.map((milliseconds) => milliseconds / 1000));
    const column: Record<string, string> = { "start, warm, s": inWords(starts), ...this.#memory };
    for (const [name, rounds] of this.#rounds) {
      column[name] = loadInWords(rounds);
      const others = before ? before.#rounds.get(name) : undefined;
      if (others) column[name] += `, ${ratioInWords(rounds, others)}`;
      const spent = this.#costs.get(name) ?? [];
      column[`${name}, CPU ms each: main thread, all`] = [
        inWords(rangeOf(spent.map(({ mainThread }) => mainThread))),
        inWords(rangeOf(spent.map(({ all }) => all))),
      ].join(", ");
    }
    for (const [callers, rounds] of this.#alone) {
      const read = this.#rounds.get(`reads, ${callersInWords(callers)}`) ?? [];
      column[`the same reads by pg alone, ${callersInWords(callers)}`] =
        `${loadInWords(rounds)}, REST takes ${ratioInWords(rounds, read)} of its time`;
      const bare = this.#bare.get(callers) ?? [];
      column[`the same reads by pg behind a bare server, ${callersInWords(callers)}`] =
        `${loadInWords(bare)}, it takes ${ratioInWords(rounds, bare)} of the time of pg alone, REST ${ratioInWords(bare, read)} of its time`;
    }
    return { ...column, failures: failuresInWords(this.#failures) };
  }

  async close(): Promise<void> {
    await this.#contestant.close();
  }

  #nextPerson(): Technician {
    const person = this.#people[this.#turns % this.#people.length];
    this.#turns += 1;
    if (!person) throw new Error("Nobody is there.");
    return person;
  }
}

const callersInWords = (callers: number): string =>
  `${callers} ${callers === 1 ? "caller" : "callers"}`;

const nameOf = ({ name }: Kind, callers: number): string => `${name}, ${callersInWords(callers)}`;

/** Processor time that was used so far, in milliseconds. */
interface Cost {
  /** Of the thread of the servers through which every request goes. */
  mainThread: number;
  /** Of all processes of the servers, without PostgreSQL's. */
  all: number;
}

function costs({ servers }: Contestant): Cost {
  const sum = (of: (pid: number) => number) =>
    servers.reduce((total, { pid }) => total + of(pid), 0);
  return {
    mainThread: sum((pid) => timeOfMainThread(processOf(processTree(pid), "embedded/main.ts"))),
    all: sum(timeOfAll),
  };
}

function memory({ servers }: Contestant): string {
  const megabytes = (of: typeof memoryOf) =>
    (servers.reduce((sum, server) => sum + of(server), 0) / MEGABYTE).toFixed(0);
  return `${megabytes(residentMemoryOf)} (${megabytes(memoryOf)})`;
}

function failuresInWords(failures: Record<string, number>): string {
  const reasons = Object.entries(failures).map(([reason, times]) => `${times} × ${reason}`);
  return reasons.length === 0 ? "0" : reasons.join("; ");
}
