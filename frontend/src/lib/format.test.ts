import { describe, expect, it } from 'vitest';

import {
  formatAgo,
  formatCounted,
  formatDifference,
  formatFull,
  formatInput,
  formatJson,
  formatLife,
  formatListed,
  formatMaker,
  formatMonth,
  formatValue,
  unitText,
} from './format';
import { fromPercent, toPercent } from './percent';

const value = (number: number) => ({ value: number, state: 'evaluated' as const, missing: [] });
const shown = (number: number, format: Parameters<typeof formatValue>[1], unit = '') =>
  formatValue(value(number), format, unit, 'EUR');

describe('a value', () => {
  it('has at most three significant digits, and all of them on hover', () => {
    expect(shown(0.7374631, 'years', 'years')).toEqual({
      text: '0.737',
      unit: 'years',
      full: '0.7374631 years',
    });
    expect(shown(28.4444, 'number', 'MB/s').text).toBe('28.4');
    expect(shown(1516.9, 'number', 'IOPS').text).toBe('1,520');
  });

  it('is exact where it is counted or money', () => {
    expect(shown(1234, 'count').text).toBe('1,234');
    expect(shown(239_442.4, 'money', 'currency')).toMatchObject({ text: '239,442', unit: 'EUR' });
    expect(shown(16.514, 'money', 'currency/VM month')).toMatchObject({
      text: '16.51',
      unit: 'EUR/VM month',
    });
  });

  it('has no sign where money comes to nothing', () => {
    expect(shown(-1e-11, 'money', 'currency').text).toBe('0');
    expect(shown(-12.5, 'money', 'currency').text).toBe('\u221212.50');
  });

  it('shows prices below 1', () => {
    expect(shown(0.1624, 'money', 'currency/kWh').text).toBe('0.162');
    expect(shown(0, 'money', 'currency').text).toBe('0');
  });

  it('is percent where it is a share', () => {
    expect(shown(0.0712, 'share').text).toBe('7.12\u00a0%');
    expect(shown(0.286, 'probability').text).toBe('28.6\u00a0%');
    expect(shown(1e-12, 'probability').text).toBe('<\u00a00.1\u00a0%');
    expect(shown(0.99999, 'probability').text).toBe('>\u00a099.9\u00a0%');
    expect(shown(0, 'probability').text).toBe('0\u00a0%');
    expect(shown(1, 'probability').text).toBe('100\u00a0%');
  });

  it('says why there is no number, and never shows a zero for it', () => {
    const none = (
      state: 'not_evaluated' | 'no_limit' | 'infinite' | 'does_not_apply',
      format: 'years' | 'count',
    ) => formatValue({ value: null, state, missing: [] }, format, 'years', 'EUR').text;
    expect(none('not_evaluated', 'count')).toBe('not evaluated');
    expect(none('no_limit', 'count')).toBe('no limit');
    expect(none('infinite', 'years')).toBe('never');
    expect(none('infinite', 'count')).toBe('does not fit');
    expect(none('does_not_apply', 'count')).toBe('does not apply');
  });
});

describe('a difference', () => {
  it('is in hosts for hosts, in percent for money, in points for shares', () => {
    expect(formatDifference(-3, -0.43, 'count')).toBe('\u22123');
    expect(formatDifference(-90_837, -0.37937, 'money')).toBe('\u221237.9\u00a0%');
    expect(formatDifference(-0.714, -0.714, 'probability')).toBe('\u221271.4\u00a0pp');
    expect(formatDifference(69_000, 15.67, 'number')).toBe('+1,567\u00a0%');
  });

  it('is left out where there is none to speak of', () => {
    expect(formatDifference(0, 0, 'money')).toBeNull();
    expect(formatDifference(null, null, 'money')).toBeNull();
    expect(formatDifference(-2.9e-13, 0, 'probability')).toBeNull();
  });
});

it('units say the currency of the plan', () => {
  expect(unitText('currency/host', 'USD')).toBe('USD/host');
  expect(unitText('GiB', 'USD')).toBe('GiB');
});

it('percent leaves no dust on the way there and back', () => {
  for (let percent = 0; percent <= 100; percent += 0.1) {
    const typed = Number(percent.toFixed(1));
    expect(toPercent(fromPercent(typed))).toBe(typed);
  }
  expect(fromPercent(54)).toBe(0.54);
  expect(toPercent(0.07)).toBe(7);
});

it('times are told from now', () => {
  const now = Date.UTC(2026, 0, 10, 12);
  expect(formatAgo(now - 5_000, now)).toBe('just now');
  expect(formatAgo(now - 120_000, now)).toBe('2 minutes ago');
  expect(formatAgo(now - 26 * 3_600_000, now)).toBe('yesterday');
});

describe('a value of an input', () => {
  it.each([
    ['count_growth_rate', '/year', 0.03, '3\u00a0%/year'],
    ['storage_stack_cpu_share', '', 0.1, '10\u00a0%'],
    ['rated_dwpd', '/day', 0.5, '0.5 /day'],
    ['drive_price', 'currency', 2740, '2,740 EUR'],
    ['per_core_flag', '', 1, 'yes'],
    ['spare_hosts', 'hosts', 1, '1 host'],
    ['drives_per_host', 'drives/host', 1, '1 drive/host'],
    ['iops_peak', 'IOPS', 1, '1 IOPS'],
    ['read_mb_s', 'MB/s', 1, '1 MB/s'],
  ])('is written as its field has it: %s', (quantity, unit, number, text) => {
    expect(formatInput({ quantity, unit }, number, 'EUR')).toBe(text);
  });
});

it('one thing is no things', () => {
  expect([1, 2, 1234].map((each) => formatCounted(each, 'hosts'))).toEqual([
    '1 host',
    '2 hosts',
    '1,234 hosts',
  ]);
  expect([1, 1.04, 7.26, 44].map(formatLife)).toEqual([
    '1 year',
    '1 year',
    '7.3 years',
    'more than 20 years',
  ]);
});

describe('a number in a list', () => {
  it('has no dust, and all of its whole part', () => {
    expect(
      [4 / 3, 1_234_567, 0.1 + 0.2, 76.80000000000001, 1 / 3, -12_345.678, 0].map((each) =>
        formatListed(each),
      ),
    ).toEqual(['1.33333', '1,234,567', '0.3', '76.8', '0.333333', '\u221212,345.7', '0']);
    expect(formatFull(4 / 3)).toBe('1.333333333');
    expect(formatJson([1, 2])).toBe('2 entries');
  });
});

it('says the month of a day, and leaves what is none', () => {
  expect(['2026-08-31', '2026-08', '2026-Q2', '2026'].map(formatMonth)).toEqual([
    'Aug 2026',
    'Aug 2026',
    '2026-Q2',
    '2026',
  ]);
});

it('says who made a token or a link', () => {
  expect(formatMaker({ created_by: null, created_by_name: null })).toBe('');
  expect(formatMaker({ created_by: 'a', created_by_name: 'nightly' })).toBe(', made by \u201cnightly\u201d');
  expect(formatMaker({ created_by: 'a', created_by_name: null })).toBe(', made by a forgotten token');
});
