/** A change that was acknowledged to the caller when the log of the disk was `at` bytes long. */
export interface Acknowledged {
  at: number;
  what:
    | { kind: "row"; id: string; name: string }
    | { kind: "deleted"; id: string }
    | { kind: "table"; name: string; rows: number }
    | { kind: "file"; key: string; bytes: string };
}
