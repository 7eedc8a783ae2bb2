import { Button, Group, Modal, Text } from "@mantine/core";
import type { UnsentCount } from "#mirror/person/outbox/unsent.ts";
import { signOut } from "#session/session.ts";
import { staysWords } from "#ui/unsent-status.ts";
import { useOpened } from "#ui/use-opened.ts";

/** Says what stays on this device before a person signs out. */
export function LogoutDialog(props: { opened: boolean; unsent: UnsentCount; onStay: () => void }) {
  const { unsent, onStay } = props;
  const opened = useOpened(props.opened);
  return (
    <Modal opened={opened} onClose={onStay} title="Sign out?" centered withCloseButton={false}>
      {staysWords(unsent).map((words) => (
        <Text key={words} mt="xs">
          {words}
        </Text>
      ))}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onStay} data-autofocus>
          Stay
        </Button>
        <Button color="danger" onClick={() => void signOut()}>
          Sign out
        </Button>
      </Group>
    </Modal>
  );
}
