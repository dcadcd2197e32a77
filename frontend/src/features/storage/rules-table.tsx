import type { ConfigurationStorage, OtherRule, RuleChange } from '@/api/types';
import { ScrollRegion } from '@/components/scroll-region';
import { formatNumber, formatValue } from '@/lib/format';

import classes from './storage.module.css';

/** Hosts and usable space by our rule and by those of others, with the numbers that make the difference. */
export function RulesTable({ storage }: { storage: ConfigurationStorage }) {
  return (
    <ScrollRegion label="Capacity by other rules">
      <table className={classes.rules}>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col" className={classes.number}>
              Hosts for capacity
            </th>
            <th scope="col" className={classes.number}>
              Usable, TB
            </th>
            <th scope="col">What differs</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Hostwise</th>
            <Amounts hosts={storage.hosts_for_capacity} usable={storage.usable_tb} />
            <td className="soft">as sized</td>
          </tr>
          {storage.other_rules.map((rule) => (
            <tr key={rule.key} data-testid={`rule-${rule.key}`}>
              <th scope="row">
                {rule.name}
                <div className={classes.meaning}>{rule.meaning}</div>
              </th>
              <Amounts hosts={rule.hosts_for_capacity} usable={rule.usable_tb} />
              <td>
                {rule.changes.map(changeText).join('; ')}
                {rule.notes && <div className={classes.meaning}>{rule.notes}</div>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Amounts({ hosts, usable }: { hosts: OtherRule['usable_tb']; usable: OtherRule['usable_tb'] }) {
  return (
    <>
      <td className={classes.number}>{formatValue(hosts, 'count', '', '').text}</td>
      <td className={classes.number}>{formatValue(usable, 'number', '', '').text}</td>
    </>
  );
}

function changeText({ label, ours, theirs }: RuleChange): string {
  return `${label} ${formatNumber(theirs)}${ours === null ? '' : `, not ${formatNumber(ours)}`}`;
}
