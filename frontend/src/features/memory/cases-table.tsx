import type { ConfigurationMemory, MemoryCase, MemoryReport } from '@/api/types';
import { ConfigurationTable } from '@/components/configuration-table';
import { QuantityCell } from '@/components/quantity-cell';
import { StateMark } from './state-mark';

import classes from './memory.module.css';

/** The predicted state of every configuration in every failure case. */
export function CasesTable({ report, place }: { report: MemoryReport; place: number }) {
  const cases = report.configurations[0]?.cases ?? [];
  return (
    <ConfigurationTable
      label="Memory states"
      corner="Click any number to see how it is calculated."
      columns={report.configurations}
      rows={cases.map((each, index) => ({
        key: String(each.failed_hosts),
        label: each.label,
        current: index === place && cases.length > 1,
        cell: (configuration: ConfigurationMemory) => {
          const found = configuration.cases[index];
          return found && <StateCell configuration={configuration} found={found} />;
        },
      }))}
    />
  );
}

function StateCell({ configuration, found }: { configuration: ConfigurationMemory; found: MemoryCase }) {
  const { quantities, failed_hosts: failedHosts } = found;
  return (
    <div
      data-memory-state={found.state ?? ''}
      data-testid={`state-${String(failedHosts)}-${configuration.key}`}
    >
      <div className={classes.state}>
        {found.state && <StateMark state={found.state} />}
        <QuantityCell
          configuration={configuration}
          quantity="memory_state_rank"
          value={quantities.memory_state_rank}
          failedHosts={failedHosts}
          text={found.state === null && configuration.thresholds.length ? undefined : found.state_text}
        />
      </div>
      <div className={classes.note}>
        {found.accepted !== null && (
          <span data-accepted={found.accepted} className={classes.accepted}>
            {found.accepted ? 'within the policy' : 'worse than the policy accepts'}
          </span>
        )}
      </div>
    </div>
  );
}
