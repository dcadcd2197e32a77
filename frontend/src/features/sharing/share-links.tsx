import { useQuery, useQueryClient } from '@tanstack/react-query';

import { errorText } from '@/api/client';
import { type Credential, CredentialList } from '@/components/credential-list';
import { Notice } from '@/components/notice';
import { SecretOnce } from '@/components/secret-once';
import { formatDate, formatMaker } from '@/lib/format';

import { newShareKey, newShareQuery, revokeShare, sharesQuery } from './queries';
import classes from './share-dialog.module.css';
import { sharedAddress } from './shared-address';

/** The link that was just made, and all links of a plan. */
export function ShareLinks({ plan }: { plan: string }) {
  const client = useQueryClient();
  const listing = useQuery(sharesQuery(plan));
  const made = useQuery(newShareQuery(plan));
  const error = made.error ?? listing.error;
  return (
    <>
      {error && <Notice tone="error">{errorText(error)}</Notice>}
      {made.data && (
        <SecretOnce
          key={made.data.id}
          label={made.data.anonymised ? 'New link, anonymised' : 'New link'}
          secret={sharedAddress(made.data.token)}
        />
      )}
      {listing.data && listing.data.length > 0 && (
        <section aria-label="Links to this plan">
          <h3 className={classes.heading}>Links to this plan</h3>
          <CredentialList
            label="Links to this plan"
            credentials={listing.data.map((each): Credential => ({
              id: each.id,
              name: `Revision ${String(each.revision)}${each.anonymised ? ', anonymised' : ''}${each.shows_scenarios ? ', with scenarios' : ''}${formatMaker(each)}`,
              label: `the link of ${formatDate(each.created_at)} to revision ${String(each.revision)}`,
              facts: [`created ${formatDate(each.created_at)}`, `expires ${formatDate(each.expires_at)}`],
              state: each.state,
            }))}
            consequence={() => 'The link stops working for everyone who has it.'}
            onRevoke={async (share) => {
              await revokeShare(plan, share);
              if (made.data?.id === share) await client.resetQueries({ queryKey: newShareKey(plan) });
              await client.invalidateQueries({ queryKey: sharesQuery(plan).queryKey });
            }}
          />
        </section>
      )}
    </>
  );
}
