import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';

import { formatAgo } from '@/lib/format';

import type { Scenario } from './kept-scenarios';
import classes from './scenarios-panel.module.css';

/** A row of the table: a scenario, or a plan that is none. */
export interface NamedLine {
  name: string;
  scenario?: Scenario;
}

interface Props {
  line: NamedLine;
  /** What differs from the plan as it was saved, in words. */
  differences: readonly string[];
  /** Nothing where nobody may. */
  onRename: ((id: string, name: string) => void) | undefined;
}

/** What a row is called, what it changes, and since when it is there. */
export function ScenarioName({ line: { name, scenario }, differences, onRename }: Props) {
  const [opened] = useState(() => Date.now());
  return (
    <>
      {scenario && onRename ? (
        <NameField key={scenario.id} name={name} onRename={(next) => onRename(scenario.id, next)} />
      ) : (
        <span className={classes.fixed}>{name}</span>
      )}
      <Differences lines={differences} same={scenario !== undefined} />
      {scenario && <p className={classes.soft}>pinned {formatAgo(scenario.at, opened)}</p>}
    </>
  );
}

const PAUSE_MS = 400;

/** What is typed is saved after a pause, and when the field is left. */
function NameField({ name, onRename }: { name: string; onRename: (name: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const rename = (text: string) => {
    if (text.trim() !== '' && text !== name) onRename(text);
  };
  const soon = useDebouncedCallback(rename, { delay: PAUSE_MS, flushOnUnmount: true });
  return (
    <TextInput
      aria-label={`Name of the scenario ${name}`}
      className={classes.name}
      value={typed ?? name}
      maxLength={120}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        soon(event.currentTarget.value);
      }}
      onBlur={() => {
        soon.flush();
        setTyped(null);
      }}
    />
  );
}

const FEW = 3;

function Differences({ lines, same }: { lines: readonly string[]; same: boolean }): ReactNode {
  if (lines.length === 0) return same && <p className={classes.soft}>the plan as it was saved</p>;
  const left = lines.length - FEW;
  return (
    <ul className={classes.soft}>
      {lines.slice(0, left === 1 ? FEW + 1 : FEW).map((each) => (
        <li key={each}>{each}</li>
      ))}
      {left > 1 && <li title={lines.slice(FEW).join('\n')}>and {left} more changes</li>}
    </ul>
  );
}
