import { PersonDatabase } from "#mirror/person/person-database.ts";

/** The database as the app's next version will open it, with one more store. */
export class NewerDatabase extends PersonDatabase {
  constructor(personId: string) {
    super(personId);
    this.version(this.verno + 1).stores({ tomorrow: "id" });
  }
}
