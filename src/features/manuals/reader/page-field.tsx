import { type FormEvent, useState } from "react";
import classes from "./page-field.module.css";

/** Shows the page number, and lets a person type another one. */
export function PageField(props: {
  page: number;
  /** Null until the number of pages is known. */
  last: number | null;
  onGo: (page: number) => void;
}) {
  const { page, last, onGo } = props;
  // The typed number is shown until it is used or the page changes.
  const [typed, setTyped] = useState<{ page: number; text: string } | null>(null);
  const text = typed?.page === page ? typed.text : String(page);

  function go(event?: FormEvent): void {
    event?.preventDefault();
    setTyped(null);
    const wanted = Number.parseInt(text, 10);
    if (last !== null && wanted !== page && wanted >= 1) onGo(Math.min(wanted, last));
  }

  return (
    <form className={classes.form} onSubmit={go}>
      <input
        aria-label="Page"
        inputMode="numeric"
        className={classes.field}
        value={text}
        disabled={last === null}
        onChange={(event) => setTyped({ page, text: event.currentTarget.value })}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => go()}
      />
      <span className={classes.last}>of {last ?? "…"}</span>
    </form>
  );
}
