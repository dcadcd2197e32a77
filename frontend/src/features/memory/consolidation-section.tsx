import type { ConfigurationMemory, Consolidation, MemoryReport } from '@/api/types';
import { FieldAction } from '@/components/field-links';
import { ConfigurationTable, type TableRow } from '@/components/configuration-table';
import { Marker } from '@/components/marker';
import { QuantityCell, useQuantities } from '@/components/quantity-cell';
import { Section } from '@/components/section';

import classes from './memory.module.css';

const QUANTITIES = [
  'planned_vms_per_host',
  'planned_opm_per_host',
  'hosts_for_opm',
  'host_saving_tolerance_share',
] as const satisfies (keyof Consolidation)[];

/** How many hosts reach a number of operations per minute, strictly and with a tolerance. */
export function ConsolidationSection({ report }: { report: MemoryReport }) {
  const entries = useQuantities();
  const { configurations } = report;
  const range = configurations.find((each) => each.consolidation)?.consolidation?.planning_range;
  const rows = QUANTITIES.map((quantity): TableRow<ConfigurationMemory> => ({
    key: quantity,
    label: entries.get(quantity)?.label ?? '',
    meaning: entries.get(quantity)?.meaning,
    cell: (configuration) => (
      <QuantityCell
        configuration={configuration}
        quantity={quantity}
        value={configuration.consolidation?.[quantity]}
      />
    ),
  }));
  return (
    <Section title="Consolidation" hint="Hosts that reach a number of operations per minute">
      {range === undefined ? (
        <p className="soft">
          Not evaluated: the policy has no target.{' '}
          <FieldAction pointer="/policy/opm_target">set a target</FieldAction>
        </p>
      ) : (
        <>
          <ul className={classes.consolidation}>
            {configurations.map((configuration, index) => (
              <li key={configuration.key}>
                <Marker index={index} /> <span className="soft">{configuration.name}:</span>{' '}
                {configuration.consolidation?.text}
              </li>
            ))}
          </ul>
          <ConfigurationTable label="Consolidation" corner="" columns={configurations} rows={rows} />
          <p className="soft small" style={{ marginTop: 8 }}>
            {range}
          </p>
        </>
      )}
    </Section>
  );
}
