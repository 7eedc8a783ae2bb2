import { type FormEvent, useState } from "react";
import classes from "./page-field.module.css";

/** The number of the page, which takes another one. */
export function PageField(props: {
  page: number;
  /** Null until it is known. */
  last: number | null;
  onGo: (page: number) => void;
}) {
  const { page, last, onGo } = props;
  // What is typed counts until it is taken or the page has changed.
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
