import { Menu } from '@mantine/core';
import { type Ref, type RefObject, useLayoutEffect } from 'react';

import type { Saved } from './saved-chart';

interface Props {
  opened: boolean;
  /** That of the button; the menu's own follow from it. */
  id: string;
  button: RefObject<HTMLElement | null>;
  onClose: () => void;
  onSave: (saved: Saved) => void;
}

const ITEMS: readonly [Saved, string][] = [
  ['png', 'Picture (PNG)'],
  ['svg', 'Drawing (SVG)'],
  ['csv', 'Table (CSV)'],
];

/** What can be saved of a chart. */
export function SaveMenu({ opened, id, button, onClose, onSave }: Props) {
  return (
    <Menu
      opened={opened}
      id={id}
      onClose={onClose}
      position="bottom-end"
      // The first item has the focus: what would stand in for it is no item of a menu.
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <AtButton button={button} />
      </Menu.Target>
      <Menu.Dropdown>
        {ITEMS.map(([saved, item], place) => (
          <Menu.Item key={saved} data-autofocus={place === 0 || undefined} onClick={() => onSave(saved)}>
            {item}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Tells the menu of its button, which was there long before. */
function AtButton({ ref, button }: { ref?: Ref<HTMLElement>; button: Props['button'] }) {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return;
    ref(button.current);
    return () => void ref(null);
  }, [ref, button]);
  return null;
}
