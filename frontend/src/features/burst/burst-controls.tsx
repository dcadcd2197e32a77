import { NumberInput } from '@mantine/core';

import type { BurstResult, BurstStep } from '@/api/types';
import { FieldAction } from '@/components/field-links';
import { StatusBadge } from '@/components/status-badge';
import { formatNumber, formatShare } from '@/lib/format';

import classes from './burst.module.css';

interface Props {
  result: BurstResult | undefined;
  down: number;
  groups: number;
  onDown: (hosts: number) => void;
  onGroups: (groups: number) => void;
}

/** What is down meanwhile, and the load that is simulated. */
export function BurstControls({ result, down, groups, onDown, onGroups }: Props) {
  return (
    <div className={classes.controls}>
      <Count label="Hosts down" value={down} most={1_000} onChange={onDown} />
      <Count label="Disk groups down" value={groups} most={5_000} onChange={onGroups} />
      {result && (
        <p className={classes.load}>
          <span className="soft">Load:</span> {result.profile.map(stepText).join(', then ')}{' '}
          {result.profile_is_assumed && <StatusBadge status="assumed" />}{' '}
          <FieldAction pointer="/workload/burst">change the load</FieldAction>
        </p>
      )}
    </div>
  );
}

const MOST_STEPS_IN_WORDS = 5;

function stepText(step: BurstStep, index: number, all: readonly BurstStep[]): string {
  if (index === MOST_STEPS_IN_WORDS - 1 && all.length > MOST_STEPS_IN_WORDS) {
    return `${formatNumber(all.length - index)} more periods`;
  }
  if (index >= MOST_STEPS_IN_WORDS) return '';
  return `${formatNumber(step.minutes)} min ${loadText(step)}`;
}

function loadText(step: BurstStep): string {
  if (step.is_average) return 'at the average';
  if (step.peak_share === null) return 'at an unknown share of the peak';
  if (step.to_peak_share !== null) {
    return `from ${formatShare(step.peak_share)} to ${formatShare(step.to_peak_share)} of the peak`;
  }
  return step.peak_share === 1 ? 'at peak' : `at ${formatShare(step.peak_share)} of the peak`;
}

interface CountProps {
  label: string;
  value: number;
  most: number;
  onChange: (value: number) => void;
}

function Count({ label, value, most, onChange }: CountProps) {
  return (
    <NumberInput
      className={classes.count}
      label={label}
      value={value}
      min={0}
      max={most}
      allowDecimal={false}
      allowNegative={false}
      hideControls={false}
      clampBehavior="strict"
      onChange={(next) => onChange(typeof next === 'number' ? next : 0)}
    />
  );
}
