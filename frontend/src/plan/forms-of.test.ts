import { describe, expect, it } from 'vitest';

import { formsOf, type Schema } from './forms-of';

const empty: Schema = { properties: {} };

/** The schemas of a plan that has nothing but what is given. */
function schemas(given: Record<string, unknown>): Record<string, Schema> {
  return {
    ...Object.fromEntries(
      [
        'Plan',
        'Workload',
        'Burst',
        'Policy',
        'Requirements',
        'Economics',
        'VmGroup',
        'Configuration',
        'NetworkCard',
        'OtherHosts',
        'ExchangeRate',
        'PartPrice',
        'CostLine',
        'Event',
        'Discount',
      ].map((name) => [name, empty]),
    ),
    ...(given as Record<string, Schema>),
  };
}

const power = { control: 'number', label: 'Power', unit: 'W', quantity: 'power_w' };

describe('the forms of a description', () => {
  it('have a field for each that says what it is, in the order of their places', () => {
    const { policy } = formsOf(
      schemas({
        Policy: {
          properties: {
            power_w: { description: 'What it draws.', 'x-hostwise': power },
            undeclared: {},
            share: {
              default: 0.5,
              'x-hostwise': {
                control: 'share',
                label: 'Share',
                unit: '%',
                order: -1,
                slider: { min: 0.01, max: 1, step: 0.01 },
              },
            },
          },
          required: ['power_w'],
        },
      }),
    );
    expect(policy).toEqual([
      {
        title: '',
        tail: '/policy',
        fields: [
          {
            tail: '/policy/share',
            label: 'Share',
            kind: 'share',
            unit: '%',
            slider: { min: 1, max: 100, step: 1 },
            fallback: 0.5,
            optional: true,
          },
          {
            tail: '/policy/power_w',
            label: 'Power',
            kind: 'number',
            unit: 'W',
            help: 'What it draws.',
            optional: false,
          },
        ],
      },
    ]);
  });

  it('fold groups below parts, and take the fields of a part without a title among their own', () => {
    const { configuration } = formsOf(
      schemas({
        Drive: {
          properties: {
            key: { 'x-hostwise': { control: 'catalogue', catalogue: 'drives', label: 'Drive' } },
            power_w: { 'x-hostwise': { ...power, figure_of: 'key' } },
            hidden_w: { 'x-hostwise': { ...power, figure_of: 'key' } },
          },
        },
        Configuration: {
          properties: {
            rare: { 'x-hostwise': { ...power, label: 'Rare', group: 'rarely' } },
            drive: { $ref: '#/components/schemas/Drive', 'x-hostwise': { part: true, hides: ['hidden_w'] } },
            swap: {
              anyOf: [{ $ref: '#/components/schemas/Drive' }, { type: 'null' }],
              'x-hostwise': {
                part: true,
                title: 'Swap',
                folded: 'swap',
                hangs_on: 'key',
                layouts: ['single_tier'],
              },
            },
          },
          'x-hostwise': { title: 'General', groups: [{ key: 'rarely', title: 'Rarely needed' }] },
        },
      }),
    );
    expect(configuration.map(({ title, folded }) => [title, folded])).toEqual([
      ['General', undefined],
      ['Swap', 'swap'],
      ['Rarely needed', 'rarely'],
    ]);
    expect(configuration[0]?.fields.map((each) => each.tail)).toEqual(['/drive/key', '/drive/power_w']);
    expect(configuration[0]?.fields[0]?.figures).toEqual(['power_w', 'hidden_w']);
    expect(configuration[1]).toMatchObject({ tail: '/swap', layouts: ['single_tier'] });
    expect(configuration[1]?.fields[0]).toMatchObject({ optional: true, whole: '/swap' });
  });

  it('leave out what has a component of its own, and keep its label', () => {
    const { plan, own } = formsOf(
      schemas({ Plan: { properties: { name: { 'x-hostwise': { control: 'own', label: 'Plan name' } } } } }),
    );
    expect(plan).toEqual([]);
    expect(own).toEqual({ '/name': 'Plan name' });
  });

  it('refuse a group that is not declared', () => {
    const properties = { a: { 'x-hostwise': { ...power, group: 'nowhere' } } };
    expect(() => formsOf(schemas({ Policy: { properties } }))).toThrow('Policy has no group nowhere.');
  });
});
