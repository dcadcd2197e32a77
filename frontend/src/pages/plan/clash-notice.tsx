import { Button } from '@mantine/core';
import { useMemo } from 'react';

import { changeWords } from '@/features/changes/change-words';
import { Notice } from '@/components/notice';
import { fieldLabel } from '@/features/inputs/labels';
import { useFieldText } from '@/features/inputs/use-field-text';
import { type Change, diffPlans } from '@/plan/plan-diff';
import type { Clash } from '@/plan/plan-editor';

import classes from './clash-notice.module.css';

interface Props {
  clash: Clash;
  onAnswer: (takeOther: boolean) => void;
}

/** The fields that were changed on two sides, with both values: nothing is given up before somebody says so. */
export function ClashNotice({ clash, onAnswer }: Props) {
  const { plan, other } = clash;
  const differences = useMemo(() => diffPlans(other, plan), [other, plan]);
  const pointers = useMemo(() => differences.map((each) => each.pointer), [differences]);
  const textOf = useFieldText(plan, pointers);
  const line = (change: Change) => {
    const of = change.kind === 'removed' ? other : plan;
    const words = changeWords(change, { labelOf: (pointer) => fieldLabel(of, pointer), textOf });
    if (words.before === undefined)
      return `${words.label} ${words.after ?? ''}: kept here, removed elsewhere`;
    if (words.after === undefined) return `${words.label} ${words.before}: removed here, changed elsewhere`;
    return `${words.label}: ${words.after} here, ${words.before} elsewhere`;
  };
  return (
    <Notice
      tone="warning"
      title="Changed here and elsewhere."
      actions={
        <>
          <Button onClick={() => onAnswer(true)}>Take the others</Button>
          <Button onClick={() => onAnswer(false)}>Keep these</Button>
        </>
      }
    >
      <ul className={classes.fields}>
        {differences.map((change) => (
          <li key={change.kind + change.pointer}>{line(change)}</li>
        ))}
      </ul>
    </Notice>
  );
}
