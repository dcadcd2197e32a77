import { ActionIcon, Button } from '@mantine/core';

import type { ChoiceOffered, FieldProblem, SearchChoice } from '@/api/types';
import { PlusIcon, TrashIcon } from '@/components/icons';
import { formatCounted } from '@/lib/format';

import { problemsAt } from './question';
import classes from './search.module.css';

interface Props {
  choices: readonly ChoiceOffered[];
  problems: readonly FieldProblem[];
  /** Whether these are the usual ones. */
  usual: boolean;
  onRemove: (choice: SearchChoice) => void;
  onUsual: () => void;
  /** Whether another one is being added. */
  adding: boolean;
  onAdd: () => void;
  /** Lets the platform differ; nothing where it does already, or cannot. */
  onPlatforms: (() => void) | undefined;
}

/** What may differ, each with the number of its options. */
export function ChoicesTable({
  choices,
  problems,
  usual,
  onRemove,
  onUsual,
  adding,
  onAdd,
  onPlatforms,
}: Props) {
  return (
    <div className={classes.varied}>
      <h3>What may differ</h3>
      <ul className={classes.choices} aria-label="What may differ">
        {choices.map(({ choice, name, options }, index) => {
          const wrong = problemsAt(problems, `/choices/${String(index)}`);
          return (
            <li key={name}>
              <span className={classes.choice}>
                <span className={classes.name}>{name}</span>
                <span className={classes.number}>{formatCounted(options.length, 'options')}</span>
                <span className={classes.some} title={options.join(', ')}>
                  {options.join(', ')}
                </span>
                <ActionIcon aria-label={`Remove ${name}`} onClick={() => onRemove(choice)}>
                  <TrashIcon />
                </ActionIcon>
              </span>
              {wrong && (
                <span role="alert" className={classes.wrong}>
                  {wrong}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <div className={classes.actions}>
        {!adding && (
          <Button leftSection={<PlusIcon size={12} />} variant="subtle" size="compact-sm" onClick={onAdd}>
            Add a field
          </Button>
        )}
        {onPlatforms && (
          <Button
            leftSection={<PlusIcon size={12} />}
            variant="subtle"
            size="compact-sm"
            onClick={onPlatforms}
          >
            All platforms
          </Button>
        )}
        {!usual && (
          <Button variant="subtle" size="compact-sm" onClick={onUsual}>
            Usual choices
          </Button>
        )}
      </div>
    </div>
  );
}
