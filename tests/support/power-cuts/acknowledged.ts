/** What somebody was told to be there, once the log of the disk was `at` bytes long. */
export interface Acknowledged {
  at: number;
  what:
    | { kind: "row"; id: string; name: string }
    | { kind: "deleted"; id: string }
    | { kind: "table"; name: string; rows: number }
    | { kind: "file"; key: string; bytes: string };
}
