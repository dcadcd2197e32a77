import { SegmentedControl } from '@mantine/core';
import { useId } from 'react';

import type { Doubt, Level, Plan } from '@/api/types';
import { formatNumber, formatRoughShare } from '@/lib/format';

import classes from './advice-card.module.css';

interface Props {
  plan: Plan;
  doubt: Doubt | undefined;
  onLevel: ((level: number | null) => void) | undefined;
}

const PRESETS = [
  { value: '', label: 'As entered' },
  { value: '0.9', label: '9 of 10' },
  { value: '0.98', label: '49 of 50' },
];

/** Which number of hosts to buy: what each level needs, and the choice of one. */
export function SizingLevel({ plan, doubt, onLevel }: Props) {
  const id = useId();
  const level = plan.policy?.sizing_level ?? null;
  const value = level === null ? '' : String(level);
  const known = PRESETS.some((each) => each.value === value);
  const own = { value, label: formatRoughShare(level ?? 0) };
  const advised = doubt?.configurations.find(({ key }) => key === doubt.verdict.advised);
  return (
    <div className={classes.levels}>
      <span id={id}>Sized for futures</span>
      <SegmentedControl
        size="xs"
        aria-labelledby={id}
        value={value}
        readOnly={!onLevel}
        onChange={(chosen) => onLevel?.(chosen === '' ? null : Number(chosen))}
        data={known ? PRESETS : [...PRESETS, own]}
      />
      <span className="soft small" data-testid="levels">
        {advised?.levels.map(levelText).join('; ')}
      </span>
    </div>
  );
}

/** The hosts of a level and what they become, what they cover, and what they cost over those as entered. */
function levelText({ hosts, final_hosts: final, share, dearer }: Level, place: number): string {
  const later = final === hosts ? '' : `, later ${formatNumber(final)},`;
  const covers = place === 0 ? ` ${hosts === 1 ? 'host' : 'hosts'}${later} ` : `${later} `;
  const cover = hosts === 1 ? 'covers' : 'cover';
  const more = dearer ? ` (${dearer > 0 ? '+' : ''}${formatRoughShare(dearer)})` : '';
  return `${formatNumber(hosts)}${covers}${cover} ${formatRoughShare(share)}${more}`;
}
