import { Button, Checkbox, Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { errorText } from '@/api/client';
import { type Credential, CredentialList } from '@/components/credential-list';
import { Dialog } from '@/components/dialog';
import { Notice } from '@/components/notice';
import { SecretOnce } from '@/components/secret-once';
import { formatDate, formatMaker } from '@/lib/format';

import { createShare, revokeShare, sharesQuery } from './queries';
import classes from './share-dialog.module.css';
import { sharedAddress } from './shared-address';

const DAYS = ['7', '30', '90', '365'];

export interface ShareDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Null while the plan was never saved. */
  id: string | null;
  revision: number | null;
  changed: boolean;
  saving: boolean;
  onSave: () => void;
}

/** The links to a plan: what they show, a form for a new one, and the existing ones. */
export function ShareDialog({ opened, onClose, id, revision, changed, saving, onSave }: ShareDialogProps) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Share this plan"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <p>
        Anyone with the link can see one saved revision: its comparison, explanations and reports. They cannot
        change it or see other plans, and need no access to this server{'\u2019'}s other pages.
      </p>
      {(id === null || changed) && (
        <Notice
          tone="info"
          actions={
            <Button
              variant="filled"
              loading={saving}
              onClick={() => {
                if (id === null) onClose();
                onSave();
              }}
            >
              Save
            </Button>
          }
        >
          {id === null
            ? 'Save the plan first; a link shows a saved revision.'
            : `A link shows revision ${String(revision)}, without your unsaved changes.`}
        </Notice>
      )}
      {id !== null && revision !== null && <Links plan={id} revision={revision} />}
    </Dialog>
  );
}

function Links({ plan, revision }: { plan: string; revision: number }) {
  const client = useQueryClient();
  const listing = useQuery(sharesQuery(plan));
  const [days, setDays] = useState('30');
  const [anonymised, setAnonymised] = useState(false);
  const [hostModels, setHostModels] = useState(false);
  const [scenarios, setScenarios] = useState(false);
  const renew = () => client.invalidateQueries({ queryKey: sharesQuery(plan).queryKey });
  const creation = useMutation({
    mutationFn: () =>
      createShare(plan, {
        revision,
        anonymised,
        keep_host_models: anonymised && hostModels,
        show_scenarios: !anonymised && scenarios,
        expires_in_days: Number(days),
      }),
    onSuccess: renew,
  });
  const error = creation.error ?? listing.error;
  return (
    <>
      <div className={classes.form}>
        <Checkbox
          label="Anonymise"
          className={classes.anonymise}
          description="Shows no free text: names of the plan, configurations, VM groups and own measured models become numbers; descriptions, notes, host models and sources that are not in the catalogue are left out. Parts of the catalogue and all figures stay."
          checked={anonymised}
          onChange={(event) => setAnonymised(event.currentTarget.checked)}
        />
        {!anonymised && (
          <Checkbox
            label="Show the scenarios"
            className={classes.anonymise}
            description="Those that are saved with the plan, as they are when the link is opened."
            checked={scenarios}
            onChange={(event) => setScenarios(event.currentTarget.checked)}
          />
        )}
        {anonymised && (
          <Checkbox
            label="Keep the names of host models"
            className={classes.anonymise}
            checked={hostModels}
            onChange={(event) => setHostModels(event.currentTarget.checked)}
          />
        )}
        <Select
          label="Expires after"
          data={DAYS.map((each) => ({ value: each, label: `${each} days` }))}
          value={days}
          allowDeselect={false}
          onChange={(next) => next !== null && setDays(next)}
        />
        <Button variant="filled" loading={creation.isPending} onClick={() => creation.mutate()}>
          Create link
        </Button>
      </div>
      {error && <Notice tone="error">{errorText(error)}</Notice>}
      {creation.data && (
        <SecretOnce
          key={creation.data.id}
          label={creation.data.anonymised ? 'New link, anonymised' : 'New link'}
          secret={sharedAddress(creation.data.token)}
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
              if (creation.data?.id === share) creation.reset();
              await renew();
            }}
          />
        </section>
      )}
    </>
  );
}
