import { Button, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';

import { forgetToken, tokenKeeping } from '@/api/access';
import { errorText } from '@/api/client';
import type { Scope, TokenItem } from '@/api/types';
import { type Credential, CredentialList } from '@/components/credential-list';
import { Notice } from '@/components/notice';
import { PageHeader } from '@/components/page-header';
import { SecretOnce } from '@/components/secret-once';
import { Section } from '@/components/section';
import { formatAgo, formatDate, formatMaker } from '@/lib/format';

import { createToken, revokeToken, tokensQuery } from './queries';
import classes from './tokens-page.module.css';
import { useAccess } from './use-access';

const SCOPES = [
  { value: 'read', label: 'read: view and compute' },
  { value: 'write', label: 'write: also save and delete' },
  { value: 'admin', label: 'admin: also manage tokens, but not save' },
  { value: 'write admin', label: 'write and admin' },
];

const LIFETIMES = ['7', '30', '90', '365'].map((days) => ({ value: days, label: `${days} days` }));

/** The tokens by which scripts, and where the server asks for it browsers, identify themselves. */
export function TokensPage() {
  const listing = useQuery(tokensQuery);
  return (
    <>
      <title>{'Access tokens \u2013 Hostwise'}</title>
      <PageHeader />
      <main id="content" tabIndex={-1} className={classes.page}>
        <h1 className={classes.title}>Access tokens</h1>
        <p className={classes.lead}>
          Scripts identify themselves with a token, and so do browsers if the server requires it. A token
          allows what its scope says until it expires or is revoked. Without the scope admin you see your own
          token and those it made.
        </p>
        <ThisBrowser tokens={listing.data} />
        <NewTokenSection tokens={listing.data} />
        <Section title="Tokens" hint="Revoked and expired ones stay in the list for 90 days">
          {listing.error && <Notice tone="error">{errorText(listing.error)}</Notice>}
          {listing.data?.length === 0 && <p className="soft">No tokens yet.</p>}
          {listing.data && <TokenList tokens={listing.data} />}
        </Section>
      </main>
    </>
  );
}

/** What this browser itself presents. */
function ThisBrowser({ tokens }: { tokens: readonly TokenItem[] | undefined }) {
  const { token, refused } = useAccess();
  const client = useQueryClient();
  if (token === null) {
    if (refused || !tokens) return null;
    return (
      <p className={classes.browser}>
        This browser uses no token, and this server requires none: anyone who can reach it can do everything.
      </p>
    );
  }
  const known = tokens?.find((each) => token.startsWith(each.prefix));
  return (
    <p className={classes.browser}>
      This browser uses {known ? `the token \u201c${known.name}\u201d` : 'a token'}
      {tokenKeeping() === 'tab' ? ', until this tab is closed.' : ', and remembers it.'}{' '}
      <button
        type="button"
        className="link-button"
        onClick={() => {
          forgetToken();
          void client.resetQueries();
        }}
      >
        Remove it
      </button>
    </p>
  );
}

/** The form, for who may make a token: everybody where none is needed, else the holder of one that manages tokens. */
function NewTokenSection({ tokens }: { tokens: readonly TokenItem[] | undefined }) {
  const { token } = useAccess();
  const own = tokens?.find((each) => token?.startsWith(each.prefix));
  if (own && !own.scopes.includes('admin')) {
    return (
      <Section title="New token">
        <p className="soft">
          Your token lacks the scope admin, so it cannot create tokens. The operator of the server can, with{' '}
          <code>hostwise tokens create</code>.
        </p>
      </Section>
    );
  }
  const scopes = own
    ? SCOPES.filter(({ value }) => value.split(' ').every((each) => own.scopes.includes(each as Scope)))
    : SCOPES;
  return (
    <Section title="New token">
      <NewToken scopes={scopes} />
    </Section>
  );
}

function NewToken({ scopes }: { scopes: typeof SCOPES }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [scope, setScope] = useState('read');
  const [lifetime, setLifetime] = useState('90');
  const creation = useMutation({
    mutationFn: () =>
      createToken({
        name: name.trim(),
        scopes: scope.split(' ') as Scope[],
        expires_in_days: Number(lifetime),
      }),
    onSuccess: async () => {
      setName('');
      await client.invalidateQueries({ queryKey: tokensQuery.queryKey });
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    creation.mutate();
  };
  return (
    <div className={classes.creation}>
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          label="Name"
          placeholder="What it is for, such as nightly checks"
          required
          withAsterisk={false}
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label="Scope"
          data={scopes}
          value={scope}
          allowDeselect={false}
          onChange={(next) => next !== null && setScope(next)}
        />
        <Select
          label="Expires after"
          data={LIFETIMES}
          value={lifetime}
          allowDeselect={false}
          onChange={(next) => next !== null && setLifetime(next)}
        />
        <Button type="submit" variant="filled" className={classes.create} loading={creation.isPending}>
          Create token
        </Button>
      </form>
      {creation.error && <Notice tone="error">{errorText(creation.error)}</Notice>}
      {creation.data && (
        <SecretOnce
          key={creation.data.id}
          label={`New token \u201c${creation.data.name}\u201d`}
          secret={creation.data.token}
        />
      )}
    </div>
  );
}

function TokenList({ tokens }: { tokens: readonly TokenItem[] }) {
  const { token } = useAccess();
  const client = useQueryClient();
  const [now] = useState(() => Date.now());
  const own = tokens.find((each) => token?.startsWith(each.prefix));
  return (
    <CredentialList
      label="Tokens"
      credentials={tokens.map((each): Credential => ({
        id: each.id,
        name: (
          <>
            {each.name} <code className={classes.prefix}>{each.prefix}</code>
            {formatMaker(each)}
          </>
        ),
        label: `the token \u201c${each.name}\u201d`,
        facts: [
          each.scopes.filter((scope) => scope !== 'read').join(' and ') || 'read',
          `created ${formatDate(each.created_at)}`,
          each.expires_at === null ? 'never expires' : `expires ${formatDate(each.expires_at)}`,
          each.last_used_at === null ? 'never used' : `last used ${formatAgo(each.last_used_at, now)}`,
        ],
        state: each.state,
      }))}
      consequence={({ id }) =>
        `It stops working at once, and so do the tokens and shared links that it made.${own?.id === id ? ' This browser uses it and will need a new one.' : ''}`
      }
      keep="Keep what it made"
      onRevoke={async (id, kept) => {
        await revokeToken(id, kept);
        await client.invalidateQueries({ queryKey: tokensQuery.queryKey });
      }}
    />
  );
}
