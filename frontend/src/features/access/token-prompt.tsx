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

/** Asks for a token as soon as the server wants one. What is on the page stays there meanwhile. */
export function TokenPrompt() {
  const { refused } = useAccess();
  const [put, setPut] = useState(false);
  if (!refused) {
    if (put) setPut(false);
    return null;
  }
  if (!put) return <TokenDialog onClose={() => setPut(true)} />;
  return (
    <div className={classes.bar}>
      <Notice tone="warning" actions={<Button onClick={() => setPut(false)}>Enter a token</Button>}>
        Without a token that this server accepts, nothing can be loaded or saved.
      </Notice>
    </div>
  );
}

function TokenDialog({ onClose }: { onClose: () => void }) {
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
      title={token === null ? 'This server asks for a token' : 'The token is no longer accepted'}
      actions={
        <>
          {token !== null && <Button onClick={forget}>Forget it and go on without</Button>}
          <Button type="submit" form={form} variant="filled" loading={entry.isPending}>
            Use this token
          </Button>
        </>
      }
    >
      <p>
        {token === null
          ? 'Whoever wants to read or change plans here shows a token.'
          : 'The token that this browser keeps has expired or was revoked. Another one is needed.'}{' '}
        Whoever runs the server makes one with <code>hostwise tokens create</code>; its scope says whether it
        only reads or also saves. Nothing on this page is lost.
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
          error={
            wrong &&
            'This token is not accepted: it is wrong, expired or revoked. Check that all of it was copied.'
          }
        />
        <Checkbox
          label="Keep it in this browser"
          classNames={{ description: 'small' }}
          description="Otherwise it is forgotten when this tab is closed. Keep it only where nobody else uses the browser."
          checked={stay}
          onChange={(event) => setStay(event.currentTarget.checked)}
        />
      </form>
      {entry.error && !wrong && <Notice tone="error">{errorText(entry.error)}</Notice>}
    </Dialog>
  );
}
