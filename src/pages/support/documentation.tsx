import { Button } from "@mantine/core";
import { useSearchParams } from "react-router-dom";
import classes from "./documentation.module.css";
import { GUIDES } from "./guides/guides.ts";

/** The guides, each of which opens in place of this page. */
export function Documentation() {
  const [, setParameters] = useSearchParams();
  return (
    <section aria-labelledby="documentation">
      <h2 id="documentation">Documentation</h2>
      <ul className={classes.list}>
        {GUIDES.map(({ id, icon: Icon, title, summary }) => (
          <li key={id} className={classes.entry}>
            <Icon size={24} aria-hidden className={classes.icon} />
            <div className={classes.words}>
              <h3 id={id} className={classes.title}>
                {title}
              </h3>
              <p className={classes.text}>{summary}</p>
            </div>
            <Button
              variant="default"
              aria-describedby={id}
              onClick={() => setParameters({ guide: id })}
            >
              View
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
