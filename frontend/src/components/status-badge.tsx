import type { InputStatus, MaterialStatus } from '@/api/types';

import classes from './status-badge.module.css';

export type FieldStatus = InputStatus | MaterialStatus | 'optional' | 'default';

const MEANING: Record<FieldStatus, string> = {
  given: 'Entered in this plan.',
  imported: 'Read from an imported file.',
  catalogue: 'From the catalogue.',
  evidence: 'From a measurement.',
  assumed: 'Assumed: check it.',
  illustrative: 'An example, or the price of its class: replace it with your own figure.',
  indicative: 'Not quoted: an example, an assumption, or the price of its class. Replace it with an offer.',
  convention: 'Follows from another choice in the plan.',
  no_limit: 'The plan sets no limit.',
  not_applicable: 'Does not apply to this configuration.',
  missing: 'Missing: a result needs this input.',
  default: 'The default, as the plan does not set it.',
  optional: 'Optional: no result needs this input.',
};

const WORD: Partial<Record<FieldStatus, string>> = {
  illustrative: 'estimate',
  indicative: 'estimate',
  convention: 'follows',
  no_limit: 'no limit',
  not_applicable: 'does not apply',
};

interface Props {
  status: FieldStatus;
  note?: string | null;
  /** Drawn as a sign, where there is no room for the word. */
  short?: boolean;
}

/** Where a value comes from, in a word. */
export function StatusBadge({ status, note, short = false }: Props) {
  return (
    <span
      className={short ? classes.sign : classes.badge}
      data-status={status}
      title={[MEANING[status], note].filter(Boolean).join(' ')}
    >
      {WORD[status] ?? status}
    </span>
  );
}
