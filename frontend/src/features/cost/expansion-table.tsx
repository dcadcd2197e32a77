import { useState } from 'react';

import type { ConfigurationResult, Plan, Result } from '@/api/types';
import { FieldAction } from '@/components/field-links';
import { ConfigurationTable, type TableRow } from '@/components/configuration-table';
import { Disclosure } from '@/components/disclosure';
import { QuantityCell } from '@/components/quantity-cell';
import { formatNumber } from '@/lib/format';

import { expansionMonths } from './expansion';

const FEW = 12;

/** Which hosts are bought after the purchase, and when. */
export function ExpansionTable({ plan, result }: { plan: Plan; result: Result }) {
  const months = expansionMonths(result);
  const [open, setOpen] = useState(months.length <= FEW);
  if (months.length === 0) {
    const off = plan.economics?.buy_expansion === false;
    return (
      <p className="soft" style={{ marginTop: 8 }}>
        {off ? 'The plan does not buy hosts for growth.' : 'No hosts are bought after the purchase.'}{' '}
        {off && <FieldAction pointer="/economics/buy_expansion">change</FieldAction>}
      </p>
    );
  }
  const rows: TableRow<ConfigurationResult>[] = [
    {
      key: 'purchase',
      label: 'Purchase',
      cell: (configuration) => (
        <QuantityCell configuration={configuration} quantity="hosts" value={configuration.hosts} />
      ),
    },
    ...months.map(({ month, bought }) => ({
      key: String(month),
      label: `Month ${String(month)}`,
      cell: (configuration: ConfigurationResult) => {
        const found = bought.get(configuration.key);
        return (
          found && (
            <QuantityCell
              configuration={configuration}
              quantity="expansion_hosts"
              member={`month ${String(month)}`}
              value={{ value: found.hosts, state: 'evaluated' }}
              text={`+ ${formatNumber(found.hosts)}, ${formatNumber(found.total_hosts)} in all`}
            />
          )
        );
      },
    })),
  ];
  return (
    <Disclosure level={3} title="Hosts bought later" open={open} onToggle={setOpen}>
      <ConfigurationTable label="Hosts bought later" corner="" columns={result.configurations} rows={rows} />
    </Disclosure>
  );
}
