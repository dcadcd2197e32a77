import { Button, Checkbox, PasswordInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useId, useState } from 'react';

import { forgetToken, keepToken } from '@/api/access';
import { ApiError, errorText } from '@/api/client';
import { Dialog } from '@/components/dialog';
import { Notice } from '@/components/notice';

import { tryToken } from './queries';
import classes from './token-prompt.module.css';
import { useAccess } from './use-access';

/** Takes a token and tries it. */
export function TokenDialog({ onClose }: { onClose: () => void }) {
  const { token } = useAccess();
  const client = useQueryClient();
  const form = useId();
  const [text, setText] = useState('');
  const [stay, setStay] = useState(false);
  const entry = useMutation({
    mutationFn: (candidate: string) => tryToken(candidate),
    onSuccess: (_, candidate) => {
      keepToken(candidate, stay ? 'browser' : 'tab');
      void client.refetchQueries({ predicate: (query) => query.state.status === 'error' });
    },
  });
  const forget = () => {
    forgetToken();
    void client.refetchQueries({ predicate: (query) => query.state.status === 'error' });
  };
  const wrong = entry.error instanceof ApiError && entry.error.status === 401;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim()) entry.mutate(text.trim());
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={token === null ? 'This server requires a token' : 'The token is no longer accepted'}
      actions={
        <>
          {token !== null && <Button onClick={forget}>Remove it and continue without a token</Button>}
          <Button type="submit" form={form} variant="filled" loading={entry.isPending}>
            Use this token
          </Button>
        </>
      }
    >
      <p>
        {token === null
          ? 'Reading or changing plans here needs a token.'
          : 'The token saved in this browser has expired or was revoked. Enter a new one.'}{' '}
        The operator of the server creates one with <code>hostwise tokens create</code>; its scope says
        whether it only reads or also saves. Nothing on this page is lost.
      </p>
      <form id={form} onSubmit={submit} className={classes.form}>
        <PasswordInput
          label="Token"
          size="xs"
          placeholder={'hw_\u2026'}
          autoComplete="off"
          data-autofocus
          required
          withAsterisk={false}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            entry.reset();
          }}
          error={wrong && 'This token is wrong, expired or revoked. Check that you copied all of it.'}
        />
        <Checkbox
          label="Remember it in this browser"
          classNames={{ description: 'small' }}
          description="Otherwise it is forgotten when you close this tab. Do not use this on a shared computer."
          checked={stay}
          onChange={(event) => setStay(event.currentTarget.checked)}
        />
      </form>
      {entry.error && !wrong && <Notice tone="error">{errorText(entry.error)}</Notice>}
    </Dialog>
  );
}
