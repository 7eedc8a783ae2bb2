import { type ReactNode, useState } from "react";
import { useKnownHosts } from "#preferences/known-hosts.ts";
import { LeaveDialog } from "./leave-dialog.tsx";
import classes from "./outside-link.module.css";
import { leadsTo } from "./safe-link.ts";

/**
 * A link of an answer, with the host behind it: whoever writes a document may have a model write
 * links, and what a model knows into their addresses. Until somebody on this device has let links
 * lead to that host, it is a button that asks first, and nothing of a browser opens it otherwise.
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
