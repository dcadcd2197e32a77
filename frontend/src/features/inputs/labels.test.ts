import { describe, expect, it } from 'vitest';

import type { Input, Plan } from '@/api/types';
import { invented } from '@/test-fixtures/names';
import { plan } from '@/test-fixtures/plan';

import { fieldLabel, fieldText, kindsAt } from './labels';

const used = (value: number, fields: Partial<Input> = {}): Input => ({
  quantity: invented('q'),
  label: 'q',
  unit: '',
  configuration: null,
  pointer: null,
  value,
  status: 'assumed',
  ...fields,
});

const text = (pointer: string, ...rest: [unknown, Parameters<typeof fieldText>[3]?]) =>
  fieldText(plan, pointer, ...rest);

describe('the value of a field in words', () => {
  it('is in the unit of the field, written as all numbers are', () => {
    expect(text('/policy/write_utilisation_limit', 1 / 3)).toBe('33.3333 %');
    expect(text('/workload/groups/0/memory_gib', 4 / 3)).toBe('1.33333 GiB');
    expect(text('/workload/groups/0/iops_peak', 1_234_567)).toMatch(/^1,234,567/);
    expect(text('/workload/groups/0/memory_gib', 4 / 3, { exact: true })).toBe('1.333333333 GiB');
  });

  it('of an absent field is what was used', () => {
    expect(text('/policy/write_utilisation_limit', undefined, { used: used(0.5) })).toBe('50 % (assumed)');
    expect(text('/policy/spare_hosts', undefined, { used: used(1, { status: 'given' }) })).toBe(
      '1 (default)',
    );
    expect(text('/policy/write_utilisation_limit', undefined)).toBe('none');
    expect(
      text('/configurations/0/capacity/capacity_gb', undefined, {
        used: used(3.84, { unit: 'TB', status: 'catalogue' }),
      }),
    ).toBe('3.84 TB (from the catalogue)');
  });

  it('of a choice is a choice, and never a figure that hangs on it', () => {
    const figure = used(0, { status: 'convention' });
    expect(text('/configurations/0/layout', undefined, { used: figure })).toBe(
      'Cache tier and capacity drives: vSAN OSA (follows)',
    );
    expect(text('/configurations/0/layout', 'single_tier')).toBe(
      'Capacity drives only: vSAN ESA, Ceph, S2D, Nutanix and others',
    );
    expect(text('/configurations/0/write_tier/key', undefined, { used: figure })).toBe('own figures');
  });

  it('of what is picked from the catalogue is its label', () => {
    const nameOf = (kind: string, key: string) => `${kind} called ${key}`;
    expect(text('/configurations/0/cpu/key', 'x', { nameOf })).toBe('cpus called x');
    expect(text('/policy/protection', undefined, { nameOf })).toBe(
      'protection called osa_raid1_ftt1 (default)',
    );
    expect(kindsAt(['/configurations/0/cpu/key', '/policy/protection', '/policy/spare_hosts'])).toEqual([
      'cpus',
      'protection',
    ]);
  });
});

describe('what stands in a list of the plan', () => {
  const price = { part: 'drives/x', price: 140, currency: 'USD', date: '2026-11-20' };
  const point = { medium: 'ssd_local', overcommit_ratio: 1.2, per_vm: 900 };
  const listed: Plan = {
    ...plan,
    economics: { ...plan.economics, prices: [price] },
    opm_models: [{ key: 'shop', name: 'Web shop', points: [point] }] as Plan['opm_models'],
  };
  const at = '/economics/prices/0';

  it('is called by what it is the price of, or by its name', () => {
    expect(fieldLabel(listed, `${at}/price`)).toBe('Price of drives/x');
    expect(fieldLabel(listed, `${at}/date`)).toBe('Price of drives/x: date');
    expect(fieldLabel(listed, '/opm_models/0/points/0/per_vm')).toBe('Web shop: point 1, per vm');
    expect(fieldLabel(listed, '/workload/events/1/vms')).toBe('Event 2: VMs');
    expect(fieldLabel(listed, '/economics/cost_lines/0/amount')).toBe('Cost line 1: amount');
    expect(fieldLabel(listed, '/configurations/0/other_host_models/0/hosts', true)).toBe(
      'Host model 1: hosts',
    );
    expect(fieldLabel(listed, '/configurations/0/other_host_models', true)).toBe('Hosts of other models');
  });

  it('is written as what it is', () => {
    expect(fieldText(listed, `${at}/price`, 140)).toBe('140 USD');
    expect(fieldText(listed, at, price)).toBe('drives/x');
    expect(fieldText(listed, '/workload/events/0/probability', 0.4)).toBe('40 %');
    expect(fieldText(listed, '/economics/discounts/0/share', 0.15)).toBe('15 %');
    expect(fieldText(listed, '/economics/exchange_rates/0', { currency: 'CHF', rate: 1 })).toBe('CHF');
    expect(fieldText(listed, '/configurations/0/network/cards/0', { gbit_s: 25, ports: 2 })).toBe(
      '2, 25 Gbit/s',
    );
  });
});
