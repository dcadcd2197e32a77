import { type ReactNode, useState } from 'react';

import type { Plan, QuantityName, Result } from '@/api/types';
import { Disclosure } from '@/components/disclosure';
import { FieldLinks } from '@/components/field-links';
import { Section } from '@/components/section';

import classes from './cost.module.css';
import { type FigurePart, FiguresTable } from './figures-table';
import { PricesTable } from './prices-table';
import { YearsTable, type YearlyFigure } from './years-table';

const LICENCES: FigurePart[] = [
  [
    'Prices',
    [
      'licence_price_per_core',
      'licence_price_per_socket',
      'perpetual_price_per_core',
      'licence_term_years',
      'licence_billing_months',
    ],
  ],
  [
    'Cores',
    [
      'licensed_cores_per_host',
      'initial_licensed_cores',
      'licence_minimum_cores_per_socket',
      'licence_minimum_cores_per_host',
      'licence_minimum_cores_per_order',
      'licence_pack_cores',
    ],
  ],
  [
    'Storage',
    [
      'claimed_tib_per_host',
      'entitlement_tib_per_core',
      'pooled_tib',
      'initial_surplus_entitlement_tib',
      'initial_addon_licences',
      'addon_price_per_licence',
    ],
  ],
  ['Cost', ['licence_cost_per_year', 'licence_cost']],
];
/** Products in the VMs: shown where the plan has one. */
const IN_VMS = (prefix: 'guest' | 'database' | 'second_database'): readonly QuantityName[] => [
  `initial_${prefix}_licensed_cores`,
  `${prefix}_licence_price_per_core`,
  `${prefix}_perpetual_price_per_core`,
  `${prefix}_licence_cost`,
];

const ENERGY: FigurePart[] = [
  [
    'Energy',
    [
      'host_idle_w',
      'host_full_w',
      'attached_w_per_host',
      'host_w',
      'peak_kw',
      'energy_kwh_per_year',
      'overhead_kwh_per_year',
      'pue',
      'electricity_price_per_kwh',
      'energy_cost_per_year',
    ],
  ],
  ['Heat', ['heat_btu_h', 'peak_heat_btu_h']],
];
const BY_RACK_UNIT: QuantityName[] = ['rack_units', 'rack_unit_price_per_month', 'rack_unit_cost_per_year'];
const BY_POWER: QuantityName[] = ['rack_units', 'colocation_price_per_kw_month', 'colocation_cost_per_year'];

const BEHIND_CARBON: QuantityName[] = ['cluster_kgco2e', 'carbon_g_per_kwh', 'embodied_kgco2e_per_host'];

const BOOKS: YearlyFigure[] = [
  {
    quantity: 'depreciation_cost_per_year',
    valuesOf: (each) => each.depreciation.map(({ year, depreciation }) => ({ year, value: depreciation })),
  },
  {
    quantity: 'book_cost',
    valuesOf: (each) => each.depreciation.map(({ year, book_value }) => ({ year, value: book_value })),
  },
];

/** What the cost is made of, folded part by part. */
export function Details({ plan, result }: { plan: Plan; result: Result }) {
  const { used } = result.prices;
  const old = used.filter((each) => each.is_old).length;
  const space = plan.economics?.colocation_price_per_kw_month == null ? BY_RACK_UNIT : BY_POWER;
  const licences: FigurePart[] = [
    ...LICENCES,
    ...(plan.configurations.some((each) => each.guest_licence)
      ? [['Guest OS licences', IN_VMS('guest')] as const]
      : []),
    ...(plan.configurations.some((each) => each.database_licence)
      ? [['Databases', IN_VMS('database')] as const]
      : []),
    ...(plan.configurations.some((each) => each.second_database_licence)
      ? [['Second database', IN_VMS('second_database')] as const]
      : []),
  ];
  const carbon = result.configurations[0]?.carbon_parts ?? [];
  const books = result.configurations.some((each) => each.depreciation.length > 0);
  return (
    <Section title="Breakdown">
      <Fold title="Licences">
        <FiguresTable label="Licences" result={result} parts={licences} />
      </Fold>
      <Fold title="Energy, heat and space">
        <FiguresTable label="Energy, heat and space" result={result} parts={[...ENERGY, ['Space', space]]} />
      </Fold>
      <Fold title="Carbon">
        <FiguresTable
          label="Carbon"
          result={result}
          parts={[
            ['Until the horizon', carbon.map((part) => part.quantity)],
            ['In all, and behind it', BEHIND_CARBON],
          ]}
        />
      </Fold>
      <Fold title="Depreciation and book value">
        {books ? (
          <YearsTable label="Depreciation and book value" result={result} figures={BOOKS} />
        ) : (
          <p className="soft">
            Not evaluated: needs <FieldLinks pointers={['/economics/depreciation_years']} />
          </p>
        )}
      </Fold>
      <Fold
        title="Prices used"
        summary={`${String(used.length)} prices${old > 0 ? `, ${String(old)} old` : ''}`}
      >
        <PricesTable result={result} />
      </Fold>
    </Section>
  );
}

function Fold({ title, summary, children }: { title: string; summary?: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <Disclosure level={3} title={title} summary={summary} open={open} onToggle={setOpen}>
      <div className={classes.fold}>{children}</div>
    </Disclosure>
  );
}
