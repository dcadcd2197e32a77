import { TextInput } from '@mantine/core';

import classes from './plan-page.module.css';

interface Props {
  name: string;
  state: string;
  onRename: (name: string) => void;
}

/** The plan's name, edited in place, and where it stands. */
export function PlanTitle({ name, state, onRename }: Props) {
  return (
    <>
      <h1 className={classes.heading}>
        <span className={classes.sizer} aria-hidden="true">
          {name || 'Plan name'}
        </span>
        <TextInput
          id="field-name"
          variant="unstyled"
          aria-label="Plan name"
          placeholder="Plan name"
          className={classes.name}
          value={name}
          onChange={(event) => onRename(event.currentTarget.value)}
        />
      </h1>
      <span className={classes.state} data-testid="plan-state">
        {state}
      </span>
    </>
  );
}
