import { Button, Group, Modal } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { rememberHost, useKnownHosts } from "#preferences/known-hosts.ts";
import { useOpened } from "#ui/use-opened.ts";
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

/**
 * Asks whether to open a link of an answer, and shows its whole address. Not a `ConfirmDialog`:
 * nothing can be lost, and the button that opens the address is a link.
 */
function LeaveDialog(props: { address: string; host: string; onClose: () => void }) {
  const { address, host, onClose } = props;
  function leave(): void {
    onClose();
    // Wait until the click has opened the link: once the host is remembered, this dialog is
    // replaced by a plain link.
    setTimeout(() => rememberHost(host));
  }
  return (
    <Modal opened={useOpened(true)} onClose={onClose} title="Open this address?" centered>
      <p>
        It leads to <strong>{host}</strong>, away from Field Agents. The answer was written by a
        model: whatever is in the address goes there.
      </p>
      <code className={classes.address}>{address}</code>
      <p>This device asks once for each place that answers link to.</p>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          component="a"
          href={address}
          target="_blank"
          rel="noopener noreferrer nofollow"
          onClick={leave}
        >
          Open
        </Button>
      </Group>
    </Modal>
  );
}
