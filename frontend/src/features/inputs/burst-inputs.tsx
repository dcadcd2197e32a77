import { Select } from '@mantine/core';

import { Disclosure } from '@/components/disclosure';
import { StatusBadge } from '@/components/status-badge';
import { FORMS } from '@/plan/forms.gen';
import { fieldId } from '@/plan/field-id';
import type { JsonObject } from '@/lib/json';

import { BurstProfile } from './burst-profile';
import classes from './field-row.module.css';
import { FieldList } from './field-list';
import { fieldsOf } from './forms';
import { found, useInputs } from './inputs-context';
import panel from './inputs-panel.module.css';
import type { OpenSections } from './use-open-sections';

const BURST = '/workload/burst';
const PEAK = `${BURST}/peak_minutes`;
const FIELDS = fieldsOf(FORMS.burst);

/** What the search finds the load over time by. */
export const BURST_WORDS =
  'Burst: load over time, peak minutes, profile, phase, stretch, ramp, fill at the start';

type Shape = 'none' | 'peak' | 'profile';

const SHAPES: { value: Shape; label: string; name: string }[] = [
  { value: 'none', label: 'none: a profile is assumed', name: 'none' },
  {
    value: 'peak',
    label: 'peak for some minutes, then average',
    name: 'peak for some minutes, then average',
  },
  { value: 'profile', label: 'a profile', name: 'a profile' },
];

/** Where a load begins when its shape is chosen: an hour at peak, to be changed. */
const BEGINNING: Record<Shape, JsonObject | undefined> = {
  none: undefined,
  peak: { peak_minutes: 60 },
  profile: { profile: [{ minutes: 60, peak_share: 1 }] },
};

/** The load over time that the write buffer must take. */
export function BurstInputs({ sections }: { sections: OpenSections }) {
  const { plan, words, problems, edit } = useInputs();
  const burst = plan.workload.burst;
  const searched = words.length > 0;
  if (searched && !found(words, BURST_WORDS)) return null;
  const shape: Shape = burst?.profile != null ? 'profile' : burst?.peak_minutes != null ? 'peak' : 'none';
  const id = fieldId(BURST);
  const error = problems.get(BURST)?.map((each) => each.message);
  return (
    <Disclosure
      level={4}
      title="Burst"
      summary={SHAPES.find((each) => each.value === shape)?.name}
      open={searched || sections.isOpen('burst')}
      onToggle={(open) => sections.toggle('burst', open)}
    >
      <div className={panel.folded}>
        <div className={classes.row} data-kind="choice" data-field={BURST}>
          <label htmlFor={id} className={classes.label}>
            Load over time
          </label>
          <div className={classes.control}>
            <Select
              id={id}
              data={SHAPES}
              value={shape}
              allowDeselect={false}
              error={error?.join(' ')}
              onChange={(next) => edit(BURST, BEGINNING[next as Shape])}
            />
          </div>
          <div className={classes.status}>
            <StatusBadge status={shape === 'none' ? 'assumed' : 'given'} />
          </div>
        </div>
        <FieldList
          fields={FIELDS.filter((each) => shape === 'peak' || each.tail !== PEAK)}
          root=""
          context={BURST_WORDS}
        />
        {shape === 'profile' && <BurstProfile steps={burst?.profile ?? []} />}
      </div>
    </Disclosure>
  );
}
