import { describe, expect, it } from 'vitest';

import { sectionsOf } from './use-open-sections';

describe('the sections around a field', () => {
  it.each([
    ['/workload/groups/1/vcpu', ['workload', 'group-1']],
    ['/workload/groups/1/opm_model', ['workload', 'group-1', 'group-1-memory']],
    ['/workload/groups/0/working_set_gb', ['workload', 'group-0', 'group-0-cache']],
    ['/workload/events/0/month', ['workload', 'dated-events']],
    ['/workload/burst', ['workload', 'burst']],
    ['/workload/burst/profile/2/minutes', ['workload', 'burst']],
    ['/workload/write_load_basis', ['workload']],
    ['/opm_models', ['workload', 'models']],
    ['/policy/spare_hosts', ['policy']],
    ['/policy/opm_target', ['policy', 'policy-operations']],
    ['/policy/memory_state_limit', ['policy', 'policy-memory']],
    ['/economics/discount_rate', ['economics']],
    ['/economics/keep', ['economics', 'economics-keep']],
    ['/economics/price_change/licence_rate', ['economics', 'economics-changes']],
    ['/economics/priced_on', ['economics', 'economics-price-ages']],
    [
      '/configurations/1/licence/pack_cores',
      ['configurations', 'configuration-1', 'configuration-1-licence-rules'],
    ],
    ['/configurations/2', ['configurations', 'configuration-2']],
    ['/economics/discounts/0/vendor', ['economics', 'economics-discounts']],
    ['/economics/confirmed_none', ['economics', 'economics-cost-lines']],
    [
      '/configurations/1/cost_lines/0/amount',
      ['configurations', 'configuration-1', 'configuration-1-cost-lines'],
    ],
    [
      '/configurations/0/other_host_models/1/cores',
      ['configurations', 'configuration-0', 'configuration-0-other-hosts'],
    ],
    ['/configurations/2/cpu/key', ['configurations', 'configuration-2']],
    ['/configurations/2/swap', ['configurations', 'configuration-2', 'configuration-2-swap']],
    ['/configurations/0/swap/drive/key', ['configurations', 'configuration-0', 'configuration-0-swap']],
    ['/configurations/0/memory/dram_gib', ['configurations', 'configuration-0']],
    ['/configurations/0/memory/tier/mirrored', ['configurations', 'configuration-0', 'configuration-0-tier']],
    [
      '/configurations/0/read_cache/size_gb',
      ['configurations', 'configuration-0', 'configuration-0-read-cache'],
    ],
    ['/nonsense', []],
  ])('%s', (pointer, sections) => {
    expect(sectionsOf(pointer)).toEqual(sections);
  });
});
