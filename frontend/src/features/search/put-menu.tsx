import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';

import { DotsIcon } from '@/components/icons';

import type { Combination, Way } from './put';

interface Props {
  /** The answer that it is of. */
  hit: Combination;
  /** Whether the plan has as many configurations as it may have. */
  full: boolean;
  onPut: (hit: Combination, way: Way) => void;
  /** What a button beside it does already. */
  without?: Way;
  /** Further items. */
  children?: ReactNode;
}

const WAYS: readonly { way: Way; name: string }[] = [
  { way: 'in place', name: 'Put into the plan' },
  { way: 'beside', name: 'Add as a new configuration' },
  { way: 'apart', name: 'Open as a new plan' },
];

/** What can be done with an answer. */
export function PutMenu({ hit, full, onPut, without, children }: Props) {
  return (
    <Menu position="bottom-end" returnFocus>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${hit.text}`}>
          <DotsIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {WAYS.filter(({ way }) => way !== without).map(({ way, name }) => (
          <Menu.Item key={way} disabled={full && way === 'beside'} onClick={() => onPut(hit, way)}>
            {name}
          </Menu.Item>
        ))}
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
