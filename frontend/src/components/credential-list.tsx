import { Button, Checkbox } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type CSSProperties, type ReactNode, useState } from 'react';

import { errorText } from '@/api/client';

import classes from './credential-list.module.css';
import { Notice } from './notice';

export interface Credential {
  id: string;
  name: ReactNode;
  /** Its name as plain text. */
  label: string;
  /** The same facts of each, in the same order. */
  facts: readonly string[];
  state: 'active' | 'expired' | 'revoked';
}

interface Props {
  label: string;
  credentials: readonly Credential[];
  /** What revoking one means. */
  consequence: (credential: Credential) => string;
  /** What may be kept when one is revoked, as the label of a choice; nothing may be by default. */
  keep?: string;
  onRevoke: (id: string, kept: boolean) => Promise<void>;
}

/** Tokens or links: those in use, then the expired and revoked ones. */
export function CredentialList({ credentials, label, ...rest }: Props) {
  const active = credentials.filter((each) => each.state === 'active');
  const past = credentials.filter((each) => each.state !== 'active');
  return (
    <>
      {active.length > 0 && <List label={label} credentials={active} {...rest} />}
      {past.length > 0 && (
        <details className={classes.past}>
          <summary>Expired and revoked ({past.length})</summary>
          <List label={`${label}, expired and revoked`} credentials={past} {...rest} />
        </details>
      )}
    </>
  );
}

function List({ label, credentials, ...rest }: Props) {
  return (
    <ul
      className={classes.list}
      style={{ '--facts': credentials[0]?.facts.length ?? 1 } as CSSProperties}
      aria-label={label}
    >
      {credentials.map((each) => (
        <Item key={each.id} credential={each} {...rest} />
      ))}
    </ul>
  );
}

interface ItemProps extends Omit<Props, 'label' | 'credentials'> {
  credential: Credential;
}

function Item({ credential, consequence, keep, onRevoke }: ItemProps) {
  const { id, name, label, facts, state } = credential;
  const [asking, setAsking] = useState(false);
  const [kept, setKept] = useState(false);
  const revocation = useMutation({
    mutationFn: () => onRevoke(id, kept),
    onSuccess: () => setAsking(false),
  });
  return (
    <li className={classes.item}>
      <span className={classes.name}>{name}</span>
      {facts.map((fact) => (
        <span key={fact} className={classes.fact}>
          {fact}
        </span>
      ))}
      {state === 'active' ? (
        <Button
          className={classes.action}
          aria-label={`Revoke ${label}`}
          aria-expanded={asking}
          onClick={() => setAsking(!asking)}
        >
          Revoke
        </Button>
      ) : (
        <span className={classes.state}>{state}</span>
      )}
      {asking && (
        <div className={classes.question}>
          <Notice
            tone="warning"
            title={`Revoke ${label}?`}
            actions={
              <>
                <Button onClick={() => setAsking(false)}>Keep it</Button>
                <Button
                  variant="filled"
                  color="red.8"
                  loading={revocation.isPending}
                  onClick={() => revocation.mutate()}
                >
                  Revoke it
                </Button>
              </>
            }
          >
            {consequence(credential)} This cannot be undone.
            {keep !== undefined && (
              <Checkbox
                mt={8}
                label={keep}
                checked={kept}
                onChange={(event) => setKept(event.currentTarget.checked)}
              />
            )}
          </Notice>
          {revocation.error && <Notice tone="error">{errorText(revocation.error)}</Notice>}
        </div>
      )}
    </li>
  );
}
