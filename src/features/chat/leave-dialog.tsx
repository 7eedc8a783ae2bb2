import { Button, Group, Modal } from "@mantine/core";
import { rememberHost } from "#preferences/known-hosts.ts";
import { useOpened } from "#ui/use-opened.ts";
import classes from "./outside-link.module.css";

/**
 * Asks whether a link of an answer may be opened, and shows the whole of its address. Not a
 * `ConfirmDialog`: nothing is lost by it, and what opens the address is a link.
 */
export function LeaveDialog(props: { address: string; host: string; onClose: () => void }) {
  const { address, host, onClose } = props;
  function leave(): void {
    onClose();
    // Once the click has opened it: from then on there is a link in place of this.
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
