import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { useCommands } from '@/components/commands';
import { HeaderButton } from '@/components/header-button';
import { LinkIcon } from '@/components/icons';
import { lazyOverlay } from '@/components/lazy-overlay';

import { newShareKey } from './queries';
import type { ShareDialogProps } from './share-dialog';

const ShareDialog = lazyOverlay<ShareDialogProps>(async () => (await import('./share-dialog')).ShareDialog);

type Props = Omit<ShareDialogProps, 'opened' | 'onClose'>;

export function ShareButton(props: Props) {
  const { id } = props;
  const client = useQueryClient();
  // A new plan was saved with a link: the dialog goes on here.
  const [opened, setOpened] = useState(
    () => id !== null && client.getQueryState(newShareKey(id)) !== undefined,
  );
  const close = () => {
    setOpened(false);
    if (id !== null) client.removeQueries({ queryKey: newShareKey(id) });
  };
  useCommands(() => [
    { id: 'share', kind: 'action', label: 'Share', words: 'link', run: () => setOpened(true) },
  ]);
  return (
    <>
      <HeaderButton icon={<LinkIcon size={14} />} onClick={() => setOpened(true)}>
        Share
      </HeaderButton>
      <ShareDialog {...props} opened={opened} onClose={close} />
    </>
  );
}
