import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { EstateDecided } from '@/api/types';

import { Placements } from './outcome';

const placement = (name: string, ...vms: string[]) => ({
  configuration: name.toLowerCase(),
  name,
  hosts: 3,
  plan_hosts: 4,
  hosts_by_sums: 3,
  bound: 3,
  unplaced: vms.length,
  exceptions: vms.map((each) => ({ name: each, reason: 'unknown' as const })),
});

const lines = (...placements: ReturnType<typeof placement>[]) => {
  render(<Placements answer={{ placements } as unknown as EstateDecided} />);
  return screen.queryAllByRole('listitem').map((each) => each.textContent);
};

describe('VMs on no host', () => {
  it('are told once where they are the same for all', () => {
    expect(lines(placement('A', 'bad', 'neg'), placement('B', 'bad', 'neg'))).toEqual([
      'On no host: bad (its size is unknown), neg (its size is unknown)',
    ]);
  });

  it('are told of those that have them', () => {
    expect(lines(placement('A', 'bad'), placement('B'), placement('C', 'bad'))).toEqual([
      'On no host of A, C: bad (its size is unknown)',
    ]);
  });
});
