import { describe, expect, it } from 'vitest';

import { FORMS } from '@/plan/forms.gen';
import { wordsOf } from '@/lib/words';

import { found, searchedBy } from './inputs-context';

const { own: _, ...forms } = FORMS;
const FIELDS = Object.values(forms).flatMap((form) => form.flatMap((part) => part.fields));

const tails = (text: string) =>
  FIELDS.filter((spec) => found(wordsOf(text), ...searchedBy(spec))).map((spec) => spec.tail);

describe('inputs are found by the names that people have for them', () => {
  it.each([
    ['RAID', '/policy/protection'],
    ['ftt', '/protection'],
    ['N+1', '/policy/spare_hosts'],
    ['N+2', '/policy/spare_hosts'],
    ['CPU ratio', '/policy/vcpu_per_core'],
    ['overcommit', '/policy/vcpu_per_core'],
    ['HA', '/policy/spare_hosts'],
    ['failover', '/policy/spare_hosts'],
    ['vSAN', '/layout'],
    ['ceph', '/storage_stack'],
    ['proxmox', '/hypervisor'],
    ['read-intensive', '/capacity/key'],
    ['ram', '/memory/dram_gib'],
    ['endurance', '/capacity/rated_dwpd'],
  ])('%s', (text, tail) => {
    expect(tails(text)).toContain(tail);
  });
});
