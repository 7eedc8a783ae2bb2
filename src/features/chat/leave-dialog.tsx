import { Button, Group, Modal } from "@mantine/core";
import { rememberHost } from "#preferences/known-hosts.ts";
import { useOpened } from "#ui/use-opened.ts";
import classes from "./outside-link.module.css";

/**
 * Asks whether to open a link of an answer, and shows its whole address. Not a `ConfirmDialog`:
 * nothing can be lost, and the button that opens the address is a link.
 */
export function LeaveDialog(props: { address: string; host: string; onClose: () => void }) {
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
