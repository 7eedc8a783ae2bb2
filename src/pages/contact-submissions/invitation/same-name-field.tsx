import type { Company } from "@contracts/company.ts";
import { formatDay } from "#ui/format.ts";
import { NEW_COMPANY } from "./check-invitation.ts";
import classes from "./invite-dialog.module.css";

/** Shows that companies of the typed name are there, and asks which one is meant. */
export function SameNameField(props: {
  /** The companies of that name; at least one. */
  companies: readonly Company[];
  chosen: string | null;
  error: string | undefined;
  onChoose: (chosen: string) => void;
}) {
  const { companies, chosen, error, onChoose } = props;
  const choice = (value: string, title: string, about: string) => (
    <label key={value} className={classes.choice}>
      <input
        type="radio"
        name="sameName"
        className={classes.radio}
        checked={chosen === value}
        aria-describedby={error === undefined ? undefined : "same-name-error"}
        onChange={() => onChoose(value)}
      />
      <span className={classes.choiceWords}>
        <span className={classes.choiceTitle}>{title}</span>
        <span className={classes.about}>{about}</span>
      </span>
    </label>
  );
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.legend}>
        {companies.length === 1
          ? "A company of this name is there already"
          : `${companies.length} companies of this name are there already`}
      </legend>
      {companies.map((company) => choice(company.id, `Use ${company.name}`, listFacts(company)))}
      {choice(NEW_COMPANY, "Create another company", "Two companies then have this name.")}
      {error !== undefined && (
        <p id="same-name-error" className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

function listFacts({ id, user_count, created_at }: Company): string {
  const users = user_count === 1 ? "1 user" : `${user_count.toLocaleString()} users`;
  return `${users} · Created ${formatDay(Date.parse(created_at))} · ID ${id.slice(0, 8)}`;
}
