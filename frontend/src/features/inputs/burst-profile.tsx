import { ActionIcon, Button } from '@mantine/core';

import type { LoadStep } from '@/api/types';
import { PlusIcon, TrashIcon } from '@/components/icons';
import { NumberEntry } from '@/components/number-entry';
import { fieldId } from '@/plan/field-id';
import { insertElement, removeElement } from '@/plan/plan-edits';

import classes from './burst-profile.module.css';
import { useInputs } from './inputs-context';

const PROFILE = '/workload/burst/profile';
const MOST = 500;

/** The stretches of the load, one after the other: how long, how much of the peak, and to how much it rises or falls. */
export function BurstProfile({ steps }: { steps: readonly LoadStep[] }) {
  const { problems, unreadable, edit, keepUnreadable, change } = useInputs();
  const error = (pointer: string) =>
    problems
      .get(pointer)
      ?.map((each) => each.message)
      .join(' ');
  const add = () =>
    change(PROFILE, (before) => {
      const last = before.workload.burst?.profile?.at(-1) ?? { minutes: 60, peak_share: 1 };
      // A ramp goes on from where it ended.
      const next = { minutes: last.minutes, peak_share: last.to_peak_share ?? last.peak_share };
      return insertElement(before, PROFILE, before.workload.burst?.profile?.length ?? 0, next);
    });
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Minutes</th>
            <th scope="col">Of the peak</th>
            <th scope="col">Ramp to</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {steps.map((step, index) => {
            const at = `${PROFILE}/${String(index)}`;
            const [minutes, share, end] = [`${at}/minutes`, `${at}/peak_share`, `${at}/to_peak_share`];
            const name = `phase ${String(index + 1)}`;
            return (
              // Stretches have no name; a place is what they are known by.
              <tr key={index} data-field={at}>
                <td>
                  <NumberEntry
                    id={fieldId(minutes)}
                    aria-label={`Minutes of ${name}`}
                    value={step.minutes}
                    unit="min"
                    error={error(minutes)}
                    unreadable={unreadable.get(minutes)}
                    onUnreadable={(text) => keepUnreadable(minutes, text)}
                    onChange={(value) => value !== undefined && edit(minutes, value)}
                  />
                </td>
                <td>
                  <NumberEntry
                    id={fieldId(share)}
                    aria-label={`Share of the peak in ${name}`}
                    value={step.peak_share}
                    unit="%"
                    percent
                    error={error(share)}
                    unreadable={unreadable.get(share)}
                    onUnreadable={(text) => keepUnreadable(share, text)}
                    onChange={(value) => value !== undefined && edit(share, value)}
                  />
                </td>
                <td>
                  <NumberEntry
                    id={fieldId(end)}
                    aria-label={`Share of the peak at the end of ${name}`}
                    placeholder="steady"
                    value={step.to_peak_share ?? undefined}
                    unit="%"
                    percent
                    error={error(end)}
                    unreadable={unreadable.get(end)}
                    onUnreadable={(text) => keepUnreadable(end, text)}
                    onChange={(value) => edit(end, value)}
                  />
                </td>
                <td>
                  {steps.length > 1 && (
                    <ActionIcon
                      aria-label={`Remove ${name}`}
                      onClick={() => change(PROFILE, (before) => removeElement(before, PROFILE, index))}
                    >
                      <TrashIcon />
                    </ActionIcon>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {steps.length < MOST && (
        <Button leftSection={<PlusIcon size={12} />} variant="subtle" size="compact-sm" onClick={add}>
          Add phase
        </Button>
      )}
    </>
  );
}
