import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { SavedPlan, ShareRequest } from '@/api/types';
import { Dialog } from '@/components/dialog';
import { Notice } from '@/components/notice';

import { makeShare } from './queries';
import { ShareForm } from './share-form';
import { ShareLinks } from './share-links';

export interface ShareDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Null while the plan was never saved. */
  id: string | null;
  revision: number | null;
  changed: boolean;
  saving: boolean;
  /** Saves the plan, and then what is to be done with it; `failed` where it was not saved. */
  onSave: (following: { saved: (saved: SavedPlan) => Promise<void>; failed: () => void }) => void;
}

/** The links to a plan: what they show, a form for a new one, and the existing ones. */
export function ShareDialog({ opened, onClose, id, revision, changed, saving, onSave }: ShareDialogProps) {
  const client = useQueryClient();
  const creation = useMutation({
    mutationFn: ({ plan, request }: { plan: string; request: ShareRequest }) =>
      makeShare(client, plan, request),
  });
  const unsaved = id === null || changed;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Share this plan"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <p>
        Anyone with the link can see one saved revision: its figures, explanations and reports. They cannot
        change it or see other plans, and need no access to this server{'\u2019'}s other pages.
      </p>
      {id !== null && changed && (
        <Notice tone="info">
          A link shows revision {revision}, without your unsaved changes, unless you save them.
        </Notice>
      )}
      <ShareForm
        actions={[
          ...(id !== null && revision !== null
            ? [
                {
                  label: 'Create link',
                  busy: creation.isPending,
                  run: (request: ShareRequest) =>
                    creation.mutate({ plan: id, request: { ...request, revision } }),
                },
              ]
            : []),
          ...(unsaved
            ? [
                {
                  label: 'Save and create link',
                  busy: saving,
                  run: (request: ShareRequest) =>
                    onSave({
                      saved: (saved) => makeShare(client, saved.id, { ...request, revision: saved.revision }),
                      failed: onClose,
                    }),
                },
              ]
            : []),
        ]}
      />
      {id !== null && <ShareLinks plan={id} />}
    </Dialog>
  );
}
