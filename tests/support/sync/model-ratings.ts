import type { ModelFormerPeople } from "./model-former-people.ts";

export interface ModelRating {
  user_id: string | null;
  former_user_id?: string;
  message_id: string;
  item_id: string;
  agent: string;
  revision: number;
  verdict: string | null;
  reason: string | null;
}

export class ModelRatings {
  readonly rows: ModelRating[] = [];
  /** Ids of the items that were stored, in this order. */
  readonly stored: string[] = [];
  /** Whether a rating is stored although a newer one is stored already. */
  isForgetful = false;

  /** @returns the row that is stored then */
  rate(
    me: string,
    rating: Omit<ModelRating, "user_id">,
    people: Pick<ModelFormerPeople, "isEarlierOf">,
  ): ModelRating {
    const ofAnswer = this.rows.filter(({ message_id }) => message_id === rating.message_id);
    const earlier = ofAnswer.find(({ user_id, former_user_id }) => {
      return user_id === null && people.isEarlierOf(former_user_id ?? "", me);
    });
    const own = ofAnswer.find(({ user_id }) => user_id === me) ?? earlier;
    if (own === undefined) {
      const row = { ...rating, user_id: me };
      this.rows.push(row);
      this.stored.push(rating.item_id);
      return row;
    }
    own.user_id = me;
    if (own.revision < rating.revision || this.isForgetful) {
      Object.assign(own, rating);
      this.stored.push(rating.item_id);
    }
    return own;
  }

  /** The account is deleted: its ratings stay without a person. */
  forget(personId: string): void {
    for (const row of this.rows) {
      if (row.user_id === personId) Object.assign(row, { user_id: null, former_user_id: personId });
    }
  }
}
