import type { EstateDecided, MergeAnswer } from '@/api/types';
import { Marker } from '@/components/marker';
import { formatExact, formatMoneyShort } from '@/lib/format';

import classes from './estate.module.css';

const REASONS = {
  unknown: 'its size is unknown',
  too_large: 'larger than a host',
} as const;
const NAMED = 5;

/** How many hosts carry the VMs one by one, beside how many their totals need. */
export function Placements({ answer: { placements } }: { answer: EstateDecided }) {
  const without = onNoHost(placements);
  return (
    <>
      <table className={classes.groups}>
        <thead>
          <tr>
            <th scope="col">Configuration</th>
            <th scope="col">Hosts in the plan</th>
            <th scope="col">Hosts by sums</th>
            <th scope="col">Hosts VM by VM</th>
            <th scope="col">Not fewer than</th>
            <th scope="col">VMs on no host</th>
          </tr>
        </thead>
        <tbody>
          {placements.map((each, index) => (
            <tr key={each.configuration}>
              <th scope="row">
                <Marker index={index} size={10} /> {each.name}
              </th>
              <td data-label="in the plan">
                {each.plan_hosts === null ? '\u2013' : formatExact(each.plan_hosts)}
              </td>
              <td data-label="hosts by sums">
                {each.hosts_by_sums === null ? '\u2013' : formatExact(each.hosts_by_sums)}
              </td>
              <td data-label="VM by VM">{formatExact(each.hosts)}</td>
              <td className={classes.sum}>{formatExact(each.bound)}</td>
              <td data-label="on no host">{formatExact(each.unplaced)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {without.length > 0 && (
        <ul className={classes.sentences}>
          {without.map(([vms, names]) => (
            <li key={vms}>
              On no host{names.length < placements.length && ` of ${names.join(', ')}`}: {vms}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The VMs on no host, and the configurations for which they are the same. */
function onNoHost(placements: EstateDecided['placements']): [string, string[]][] {
  const alike = new Map<string, string[]>();
  for (const { name, exceptions, unplaced } of placements) {
    if (unplaced === 0) continue;
    const named = exceptions.slice(0, NAMED).map((each) => `${each.name} (${REASONS[each.reason]})`);
    const more = unplaced > NAMED ? ` and ${formatExact(unplaced - NAMED)} more` : '';
    const vms = named.join(', ') + more;
    alike.set(vms, [...(alike.get(vms) ?? []), name]);
  }
  return [...alike];
}

const clusters = (number: number) => (number === 1 ? '1 cluster' : `${formatExact(number)} clusters`);

/** What one cluster in place of those of today does. */
export function OneOrSeveral({ answer }: { answer: MergeAnswer }) {
  const { separate_totals: apart, merged_totals: together, currency, name } = answer;
  const rows = [
    ['Hosts', apart.hosts, together.hosts],
    ['of them spare', apart.spare_hosts, together.spare_hosts],
    ['Licensed cores', apart.licensed_cores, together.licensed_cores],
  ] as const;
  return (
    <>
      <p>{answer.sentence}</p>
      <table className={classes.groups}>
        <thead>
          <tr>
            <th scope="col">On {name}</th>
            <th scope="col">{clusters(apart.clusters)}</th>
            <th scope="col">{clusters(together.clusters)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, before, after]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td data-label={`with ${clusters(apart.clusters)}`}>
                {before === null ? '\u2013' : formatExact(before)}
              </td>
              <td data-label={`with ${clusters(together.clusters)}`}>
                {after === null ? '\u2013' : formatExact(after)}
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">Cost, {currency}</th>
            <td data-label={`with ${clusters(apart.clusters)}`}>
              {apart.cost === null ? '\u2013' : formatMoneyShort(apart.cost)}
            </td>
            <td data-label={`with ${clusters(together.clusters)}`}>
              {together.cost === null ? '\u2013' : formatMoneyShort(together.cost)}
            </td>
          </tr>
        </tbody>
      </table>
    </>
  );
}
