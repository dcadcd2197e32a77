import type { ConfigurationMemory, MeasuredModel, MemoryCase, MemoryReport, Value } from '@/api/types';

const evaluated = (value: number): Value => ({ value, state: 'evaluated', missing: [] });

/** A model with a curve on one medium and a lone point on another. */
export const model: MeasuredModel = {
  key: 'web-shop',
  name: 'Web shop',
  origin: 'own',
  measure: 'opm_per_vm',
  baseline_opm_per_vm: 6000,
  kind: 'measured',
  citations: [{ citation: 'Load test' }],
  points: [
    { medium: 'ssd_local', overcommit_ratio: 1.5, per_vm: 5500, kind: 'measured' },
    { medium: 'ssd_local', overcommit_ratio: 2, per_vm: 4700, kind: 'measured' },
    { medium: 'hdd_local', overcommit_ratio: 1.25, per_vm: 5600, kind: 'measured' },
  ],
  markers: [{ medium: 'ssd_local', overcommit_ratio: 3.4, statement: 'Throughput drops', kind: 'measured' }],
};

function failureCase(failed: number, ratio: number): MemoryCase {
  return {
    failed_hosts: failed,
    label: failed === 0 ? 'all hosts running' : `${String(failed)} host down (the spares)`,
    short_label: failed === 0 ? 'all hosts running' : `${String(failed)} host down`,
    state: failed === 0 ? 'high' : 'soft',
    state_text: failed === 0 ? 'high' : 'soft: balloons inflate',
    accepted: failed === 0 ? true : false,
    quantities: {
      memory_state_rank: evaluated(failed === 0 ? 0 : 2),
      memory_overcommit_ratio: evaluated(ratio),
      ballooned_gib: evaluated(failed * 120),
    },
    groups: [],
  };
}

function configuration(key: string, name: string): ConfigurationMemory {
  return {
    key,
    name,
    hypervisor: 'ESXi 8',
    hypervisor_given: false,
    state_model: 'sliding',
    state_notes: '',
    medium: 'ssd_local',
    minfree_gib_per_host: evaluated(4.44),
    thresholds: [{ state: 'soft', free_gib_per_host: evaluated(2.84), free_share: 0.0074 }],
    cases: [failureCase(0, 1.6), failureCase(1, 1.9)],
    bands: [
      { state: 'high', from_ratio: 0, to_ratio: 1 },
      { state: 'soft', from_ratio: 1, to_ratio: 3.3 },
      { state: 'hard', from_ratio: 3.3, to_ratio: null },
    ],
    operations: [
      {
        group: 'app',
        model,
        medium: 'ssd_local',
        note: null,
        curve: {
          medium: 'ssd_local',
          label: 'local SSD',
          single_point: false,
          measured_from: 1.5,
          measured_to: 2,
          line: [
            { overcommit_ratio: 1, per_vm: 5500, low_per_vm: 5200, high_per_vm: 5800, basis: 'extrapolated' },
            { overcommit_ratio: 1.5, per_vm: 5500, low_per_vm: null, high_per_vm: null, basis: 'measured' },
            {
              overcommit_ratio: 1.75,
              per_vm: 5150,
              low_per_vm: null,
              high_per_vm: null,
              basis: 'interpolated',
            },
            { overcommit_ratio: 2, per_vm: 4700, low_per_vm: null, high_per_vm: null, basis: 'measured' },
          ],
          measured: [],
          markers: [],
        },
      },
    ],
    consolidation: null,
    rests_on_assumptions: [],
  };
}

/** Memory of two configurations with one spare host. */
export const memoryReport: MemoryReport = {
  plan_hash: 'abc',
  engine_version: '0.1.0',
  catalogue_version: '1.0.0',
  configurations: [configuration('nand', 'NAND'), configuration('optane', 'Optane')],
  findings: [],
};
