import { describe, expect, it } from 'vitest';

import type { EstatePart } from '@/api/types';

import { toggledCluster } from './clusters';

const clusters = ['A', 'B', 'C'].map((name) => ({ name }) as EstatePart);

describe('a cluster that is chosen or left out', () => {
  it('leaves the others, where all were chosen by naming none', () => {
    expect(toggledCluster([], 'B', false, { clusters })).toEqual(['A', 'C']);
    expect(toggledCluster(['A'], 'C', true, { clusters })).toEqual(['A', 'C']);
  });

  it('is no condition where all are chosen, nor where none would be left', () => {
    expect(toggledCluster(['A', 'C'], 'B', true, { clusters })).toEqual([]);
    expect(toggledCluster(['A'], 'A', false, { clusters })).toEqual([]);
  });
});
