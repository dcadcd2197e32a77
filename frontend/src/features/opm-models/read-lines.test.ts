import { describe, expect, it } from 'vitest';

import type { OpmTextReading } from '@/api/types';

import { leftToCorrect, linesOf } from './read-lines';

const text = '# March\nmedium,overcommit,opm per vm\nssd_local,1.5,5600\n\nfloppy,2,100\nSSD,"2,0",4900\n';

const reading: OpmTextReading = {
  model: null,
  separator: 'comma',
  decimal_mark: 'point',
  columns: [{ column: 1, header: 'medium', field: 'medium' }],
  rows_read: 3,
  rows_accepted: 2,
  rows_rejected: 1,
  rows_repaired: 1,
  findings: [
    { line: 5, severity: 'rejected', code: 'unknown_medium', message: 'No such medium.' },
    { line: 6, severity: 'repaired', code: 'decimal_comma', message: 'Read as 2.0.' },
  ],
  findings_left_out: 0,
};

describe('a text that was read', () => {
  it('shows every line with its number and its fate', () => {
    expect(linesOf(text, reading).map((each) => [each.number, each.fate])).toEqual([
      [1, 'comment'],
      [2, 'header'],
      [3, 'accepted'],
      [5, 'rejected'],
      [6, 'repaired'],
    ]);
  });

  it('has no header where the columns were taken by their order', () => {
    const columns = [{ column: 1, header: '', field: 'medium' as const }];
    const bare = { ...reading, columns, rows_read: 1, rows_accepted: 1, findings: [] };
    expect(linesOf('ssd_local,2,4900', bare).map((each) => each.fate)).toEqual(['accepted']);
  });

  it('calls no row accepted where none was', () => {
    const none = { ...reading, rows_accepted: 0, rows_rejected: 3, findings: [] };
    expect(linesOf(text, none).map((each) => each.fate)).toEqual([
      'comment',
      'header',
      'rejected',
      'rejected',
      'rejected',
    ]);
  });

  it('does not guess where findings were left out', () => {
    const cut = { ...reading, rows_accepted: 1, rows_rejected: 2, findings_left_out: 1 };
    expect(linesOf(text, cut).map((each) => each.fate)).toContain('unknown');
  });

  it('keeps what was rejected, to be corrected and read again', () => {
    expect(leftToCorrect(linesOf(text, reading))).toBe('medium,overcommit,opm per vm\nfloppy,2,100\n');
    expect(leftToCorrect([])).toBe('');
  });
});
