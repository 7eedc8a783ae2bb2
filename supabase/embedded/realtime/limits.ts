/** What Realtime lets clients take. A page has one socket, with a channel for each list that it shows. */
export const LIMITS = {
  /** Half of the connections that the server accepts: the other half stays for requests. */
  sockets: 500,
  /** The people of one office may share an address. */
  socketsOfNetwork: 200,
  /** A person has a few devices, with a few tabs on each. */
  socketsOfPerson: 12,
  /** Twelve tabs with five lists each: a change is sent to every channel. */
  channelsOfPerson: 60,
  /** Ten tables can be followed. */
  tablesOfChannel: 20,
  /** In bytes: a join carries an access token and the names of tables. */
  message: 64 * 1024,
  /** In bytes: hundreds of changes that a client has not read yet. */
  unread: 256 * 1024,
  /** Joins that are refused, until one is accepted: a page asks again with the token that it has by then. */
  refusedJoins: 3,
  /** How long a new socket may be without an accepted join (ms): a page joins as soon as it is open. */
  untilJoined: 10_000,
  /** How long it may be after the last channel was left (ms): pages close it after 50 seconds. */
  withoutChannel: 60_000,
  /** How long a client that is refused may still take to close its side (ms). */
  farewell: 2000,
  /** Clients send a heartbeat every 25 seconds; one that is silent for longer is gone (ms). */
  silence: 60_000,
  /** Messages of a socket within `within` ms: more than pages need by far. */
  messages: { most: 120, within: 10_000 },
  /** Sockets of a network that are opened within `within` ms: all of an office, twice. */
  openings: { most: 400, within: 10_000 },
  /** How many people's view of how many rows is asked for at once: one statement must stay short. */
  together: 50,
  /**
   * Changes of one person that wait to be reported. Of more, the earliest are not reported: pages that
   * hear of a later one ask for all rows, and without any they ask every half minute.
   */
  waiting: 20,
  /** After each report, nothing is reported for as long as it took, at most so long (ms). */
  rest: 2000,
};

/** Counts what happens within a time. */
export class Pace {
  readonly #limit: { most: number; within: number };
  readonly #counts = new Map<string, number>();
  #since = 0;

  constructor(limit: { most: number; within: number }) {
    this.#limit = limit;
  }

  /** Counts once more. @returns whether it is still within the limit */
  keeps(name = ""): boolean {
    const now = performance.now();
    if (now - this.#since > this.#limit.within) {
      this.#since = now;
      this.#counts.clear();
    }
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return count <= this.#limit.most;
  }
}
