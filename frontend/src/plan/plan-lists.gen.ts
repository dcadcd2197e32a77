// This file is written by generate-forms.js.
import type { PlanList } from './lists-of';

export const LISTS: Record<string, PlanList> = {
  '/workload/groups': { element: 'VM group', identity: ['name'] },
  '/workload/events': { element: 'Event', identity: ['label'] },
  '/workload/burst/profile': { element: 'Phase of the load profile', identity: [] },
  '/configurations': { element: 'Configuration', identity: ['key'], unique: true },
  '/configurations/*/network/cards': {
    element: 'Network cards',
    identity: ['ports', 'gbit_s', 'carries_storage'],
  },
  '/configurations/*/other_host_models': { element: 'Host model', identity: ['model'] },
  '/configurations/*/cost_lines': { element: 'Cost line', identity: ['category', 'label'] },
  '/economics/exchange_rates': { element: 'Exchange rate', identity: ['currency'], unique: true },
  '/economics/prices': { element: 'Price', identity: ['part'], unique: true },
  '/economics/discounts': { element: 'Discount', identity: ['vendor'], unique: true },
  '/economics/cost_lines': { element: 'Cost line', identity: ['category', 'label'] },
  '/opm_models': { element: 'Own operations model', identity: ['key'], unique: true },
  '/opm_models/*/points': { element: 'Measured point', identity: ['medium', 'overcommit_ratio'] },
};
