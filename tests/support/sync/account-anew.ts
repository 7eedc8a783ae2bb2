import { type Context, Device } from "./device.ts";
import { loadPage, type PageModules } from "./earlier-account.ts";

/** A device whose person's account is deleted, and created anew with the same address. */
export class AccountAnew {
  readonly device = new Device();
  /** The account that was deleted first. */
  readonly from = this.device.server.personId;
  #now: Context | undefined;

  /** The first and the present account. @throws before `beginAnew` */
  get ids(): { from: string; to: string } {
    return { from: this.from, to: this.now.db.personId };
  }

  /** A page of the new account. @throws before `beginAnew` */
  get now(): Context {
    if (this.#now === undefined) throw new Error("The account was not created anew yet");
    return this.#now;
  }

  /** Deletes the present account and creates it anew; its person signs in on the device. */
  beginAnew(): void {
    const { device } = this;
    const present = this.#now?.db.personId ?? this.from;
    this.#now?.close();
    device.server.deleteAccount(present);
    const to = device.server.createAccountAnew(present);
    device.signIn(to);
    this.#now = device.open(device.clock, { personId: to });
  }

  /** Takes over the earlier account's work in a page. @returns what came of the request */
  takeOverIn({ takeOver, locks }: PageModules): Promise<unknown> {
    return takeOver(this.now.backend, { clock: this.device.clock, locks }, this.ids);
  }

  /** Takes over in a page that is not killed. */
  async takeOver(): Promise<unknown> {
    const page = await loadPage(this.device.locks);
    const outcome = await this.takeOverIn(page);
    page.close();
    return outcome;
  }

  close(): void {
    this.#now?.close();
    this.device.close();
  }
}
