import { describe, expect, it } from 'vitest';

import type { BurstConfiguration, Input } from '@/api/types';

import { limitBasis, thresholdBasis } from './limits';

const configuration = (assumed: boolean) => ({ key: 'nand', assumed }) as BurstConfiguration;
const record = (quantity: string, value: number | null, kind: Input['kind'], key = 'nand') =>
  ({ quantity, value, kind, configuration: key }) as Input;

describe('what a limit rests on', () => {
  it('is what was given, before what was measured', () => {
    const inputs = [
      record('measured_destage_limit_mb_s', 280, 'measured'),
      record('given_destage_limit_mb_s', 300, 'entered'),
    ];
    expect(limitBasis(inputs, configuration(false), 'destage_limit_mb_s')).toBe('entered');
    expect(limitBasis(inputs.slice(0, 1), configuration(false), 'destage_limit_mb_s')).toBe('measured');
  });

  it('is assumed where neither is known, and never measured by mistake', () => {
    const inputs = [
      record('given_destage_limit_mb_s', null, null),
      record('measured_destage_limit_mb_s', null, null),
      record('measured_destage_limit_mb_s', 820, 'measured', 'optane'),
    ];
    expect(limitBasis(inputs, configuration(true), 'destage_limit_mb_s')).toBe('assumed');
    expect(limitBasis([], configuration(true), 'burst_write_mb_s')).toBe('assumed');
  });

  it('is said of the thresholds by their own record', () => {
    expect(thresholdBasis([record('destage_start_share', 0.3, 'vendor-stated')])).toBe('vendor-stated');
  });
});
