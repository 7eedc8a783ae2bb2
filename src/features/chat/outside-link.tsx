import { type ReactNode, useState } from "react";
import { useKnownHosts } from "#preferences/known-hosts.ts";
import { LeaveDialog } from "./leave-dialog.tsx";
import classes from "./outside-link.module.css";
import { leadsTo } from "./safe-link.ts";

/**
 * A link of an answer, followed by its host. The author of a document can make a model write a link
 * with confidential text in its address. Therefore the link is a button that asks first, unless
 * links to its host were allowed on this device before. A button, because the browser offers other
 * ways to open an `<a>`, such as a middle click.
 */
export function OutsideLink(props: { address: string; children?: ReactNode }) {
  const { address, children } = props;
  const host = leadsTo(address);
  const isKnown = useKnownHosts((hosts) => hosts.includes(host));
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      {isKnown ? (
        <a href={address} target="_blank" rel="noopener noreferrer nofollow">
          {children}
        </a>
      ) : (
        <button type="button" className={classes.link} onClick={() => setAsking(true)}>
          {children}
        </button>
      )}{" "}
      <span className={classes.host}>({host})</span>
      {asking && <LeaveDialog address={address} host={host} onClose={close} />}
    </>
  );
}
