/** For how long the hosts of the start are enough, in words. */
import type { ConfigurationGrowth, Growth } from '@/api/types';
import { formatNumber } from '@/lib/format';

export interface Owner {
  index: number;
  name: string;
}

type LeadTime = Pick<Growth, 'lead_time_months' | 'lead_time_assumed'>;

/** What is said of each configuration, once where it is the same of several. */
export function byRunway({ configurations, months, ...lead }: Growth): Map<string, Owner[]> {
  const found = new Map<string, Owner[]>();
  for (const [index, each] of configurations.entries()) {
    const text = runway(each, months.at(-1) ?? 0, lead);
    found.set(text, [...(found.get(text) ?? []), { index, name: each.name }]);
  }
  return found;
}

/** Which limits the growing demand reaches, and when. */
function runway(
  { limits, present, needed, order_by, breaks_in, broken_by }: ConfigurationGrowth,
  last: number,
  lead: LeadTime,
): string {
  const start = present[0] ?? null;
  const open = limits.filter((each) => each.undecided).map((each) => each.label);
  const broken = limits.filter((each) => each.breaks_in !== null);
  const holding = limits.filter((each) => each.breaks_in === null && each.hosts[0] !== null).length;
  if (start === null) return 'No hosts to begin with.';
  const some = `${String(start)} ${start === 1 ? 'host' : 'hosts'}`;
  const unknown = open.length > 0 ? ` Not evaluated, and may run out: ${open.join(', ')}.` : '';
  if (broken.length === 0)
    return `${some} ${start === 1 ? 'lasts' : 'last'} all ${String(last)} months.${spare(needed, start)}${unknown}`;
  const named = broken.map((each) => `${each.label} in month ${String(each.breaks_in)}`).join(', ');
  const rest = holding === 1 ? '1 other holds' : `${String(holding)} others hold`;
  const others = holding > 0 ? `; ${rest} until month ${String(last)}` : '';
  const order = order_by === null ? '' : ` ${lastOrder(order_by, lead)}`;
  const event = breaks_in === null ? '' : brought(breaks_in, broken_by);
  return `${some} ${start === 1 ? 'runs' : 'run'} out of ${named}${others}.${event}${order}${unknown}`;
}

/** The events that end the runway. */
function brought(month: number, events: ConfigurationGrowth['broken_by']): string {
  if (events.length === 0) return '';
  const each = events.map(({ label, group, vms }) => {
    const some = `${formatNumber(vms)} ${vms === 1 ? 'VM' : 'VMs'}`;
    return `\u201c${label}\u201d brings ${some} to ${group}`;
  });
  return ` In month ${String(month)} ${each.join(', and ')}.`;
}

/** When to order the first hosts for growth. */
function lastOrder(month: number, { lead_time_months: months, lead_time_assumed }: LeadTime): string {
  const take = lead_time_assumed ? 'they are assumed to take' : 'they take';
  const lead = `${take} ${String(months)} ${months === 1 ? 'month' : 'months'}`;
  return month < 0
    ? `More would have to be ordered ${String(-month)} ${month === -1 ? 'month' : 'months'} before the purchase: ${lead}.`
    : `Order more by month ${String(month)}: ${lead}.`;
}

/** What of the hosts of the start is there for later demand. */
function spare(needed: ConfigurationGrowth['needed'], start: number): string {
  const today = needed[0] ?? null;
  if (today === null || today >= start) return '';
  const all = needed.findIndex((each) => each !== null && each >= start);
  const later = all === -1 ? 'never all of them' : `all ${String(start)} from month ${String(all)}`;
  return ` You need ${String(today)} today, ${later}.`;
}

export function ownersOf(alike: readonly Owner[], { configurations }: Growth): string {
  const names = alike.map(({ name }) => name).join(' and ');
  return alike.length === configurations.length && alike.length > 1 ? 'Each' : names;
}
