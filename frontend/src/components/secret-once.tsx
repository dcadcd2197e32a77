import { Button, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';

import classes from './secret-once.module.css';

interface Props {
  label: string;
  secret: string;
}

/** A secret right after it was made: the only time that anybody sees it. */
export function SecretOnce({ label, secret }: Props) {
  const clipboard = useClipboard({ timeout: 2_000 });
  return (
    <div className={classes.secret}>
      <TextInput
        label={label}
        readOnly
        value={secret}
        className={classes.text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="filled" onClick={() => clipboard.copy(secret)}>
        {clipboard.copied ? 'Copied' : 'Copy'}
      </Button>
      <p role="status" className={classes.hint}>
        {clipboard.error
          ? 'The browser did not allow copying: select it and copy it by hand.'
          : 'Copy it now: it cannot be shown again.'}
      </p>
    </div>
  );
}
