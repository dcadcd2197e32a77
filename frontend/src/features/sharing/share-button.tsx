import { useState } from 'react';

import { useCommands } from '@/components/commands';
import { HeaderButton } from '@/components/header-button';
import { LinkIcon } from '@/components/icons';
import { lazyOverlay } from '@/components/lazy-overlay';

import type { ShareDialogProps } from './share-dialog';

const ShareDialog = lazyOverlay<ShareDialogProps>(async () => (await import('./share-dialog')).ShareDialog);

interface Props {
  /** Null while the plan was never saved. */
  id: string | null;
  revision: number | null;
  changed: boolean;
  saving: boolean;
  onSave: () => void;
}

export function ShareButton(props: Props) {
  const [opened, setOpened] = useState(false);
  useCommands(() => [
    { id: 'share', kind: 'action', label: 'Share', words: 'link', run: () => setOpened(true) },
  ]);
  return (
    <>
      <HeaderButton icon={<LinkIcon size={14} />} onClick={() => setOpened(true)}>
        Share
      </HeaderButton>
      <ShareDialog {...props} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
