import { describe, expect, it } from 'vitest';

import {
  BurstSchema,
  CacheSchema,
  CapacityReserveSchema,
  CapacitySchema,
  ConfigurationSchema,
  EconomicsSchema,
  ExternalArraySchema,
  HoldsWithSparesDownSchema,
  HostSchema,
  KeepSchema,
  LicenceSchema,
  MemorySchema,
  MemoryTierSchema,
  NetworkSchema,
  PolicySchema,
  PriceChangeSchema,
  ProcessorSchema,
  ReadCacheSchema,
  SwapSchema,
  VmGroupSchema,
} from '@/api/generated/schemas.gen';

import { CONFIGURATION_PARTS, PART_FIGURES } from './configuration-fields';
import { ALL_GROUP_FIELDS, BURST_FIELDS, ECONOMICS_FIELDS, ECONOMICS_PARTS } from './plan-fields';
import { POLICY_FIELDS, POLICY_PARTS, SPARES_FIELDS } from './plan-fields';

const PLAN = new Set(
  [
    ...ECONOMICS_FIELDS,
    ...ECONOMICS_PARTS.flatMap((part) => part.fields),
    ...POLICY_FIELDS,
    ...POLICY_PARTS.flatMap((part) => part.fields),
    ...SPARES_FIELDS,
    ...BURST_FIELDS,
  ].map((spec) => spec.tail),
);
const GROUP = new Set(ALL_GROUP_FIELDS.map((spec) => spec.tail));
const CONFIGURATION = new Set(CONFIGURATION_PARTS.flatMap((part) => part.fields.map((spec) => spec.tail)));

/** What has no field of its own: parts, whose fields are listed by themselves, and what is edited in another way. */
const NO_FIELD = new Set([
  '/economics/price_change',
  '/economics/keep',
  '/policy/capacity_reserve',
  '/policy/holds_with_spares_down',
  '/workload/burst/profile',
  '/key',
  ...[
    '/array',
    '/host',
    '/cpu',
    '/memory',
    '/cache',
    '/capacity',
    '/swap',
    '/read_cache',
    '/network',
    '/licence',
  ],
  ...['/memory/tier', '/memory/tier/drive', '/swap/drive', '/read_cache/drive'],
]);

describe('every field of a plan has an input', () => {
  it.each([
    ['/economics', EconomicsSchema, PLAN],
    ['/economics/keep', KeepSchema, PLAN],
    ['/economics/price_change', PriceChangeSchema, PLAN],
    ['/policy', PolicySchema, PLAN],
    ['/policy/capacity_reserve', CapacityReserveSchema, PLAN],
    ['/policy/holds_with_spares_down', HoldsWithSparesDownSchema, PLAN],
    ['/workload/burst', BurstSchema, PLAN],
    ['', VmGroupSchema, GROUP],
    ['', ConfigurationSchema, CONFIGURATION],
    ['/host', HostSchema, CONFIGURATION],
    ['/cpu', ProcessorSchema, CONFIGURATION],
    ['/memory', MemorySchema, CONFIGURATION],
    ['/memory/tier', MemoryTierSchema, CONFIGURATION],
    ['/cache', CacheSchema, CONFIGURATION],
    ['/capacity', CapacitySchema, CONFIGURATION],
    ['/swap', SwapSchema, CONFIGURATION],
    ['/array', ExternalArraySchema, CONFIGURATION],
    ['/read_cache', ReadCacheSchema, CONFIGURATION],
    ['/network', NetworkSchema, CONFIGURATION],
    ['/licence', LicenceSchema, CONFIGURATION],
  ])('%s', (root, schema, fields) => {
    const all = Object.keys(schema.properties).map((name) => `${root}/${name}`);
    expect(all.filter((pointer) => !fields.has(pointer) && !NO_FIELD.has(pointer))).toEqual([]);
  });

  it('and a figure that goes with a part is a field of it', () => {
    for (const [tail, names] of Object.entries(PART_FIGURES)) {
      const part = tail.slice(0, tail.lastIndexOf('/'));
      for (const name of names) {
        const pointer = `${part}/${name}`;
        expect([pointer, CONFIGURATION.has(pointer) || PLAN.has(pointer) || part.endsWith('/drive')]).toEqual(
          [pointer, true],
        );
      }
    }
  });
});
