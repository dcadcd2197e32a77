import { Button, Checkbox, Select } from '@mantine/core';
import { useState } from 'react';

import type { ShareRequest } from '@/api/types';

import classes from './share-dialog.module.css';

const DAYS = ['7', '30', '90', '365'];

interface Action {
  label: string;
  busy: boolean;
  run: (request: ShareRequest) => void;
}

/** What a new link shows and for how long, and the ways to make it, the last of which is what most want. */
export function ShareForm({ actions }: { actions: readonly Action[] }) {
  const [days, setDays] = useState('30');
  const [anonymised, setAnonymised] = useState(false);
  const [hostModels, setHostModels] = useState(false);
  const [scenarios, setScenarios] = useState(false);
  const [changes, setChanges] = useState(true);
  const request: ShareRequest = {
    anonymised,
    keep_host_models: anonymised && hostModels,
    show_scenarios: !anonymised && scenarios,
    show_changes: !anonymised && changes,
    expires_in_days: Number(days),
  };
  return (
    <div className={classes.form}>
      <Checkbox
        label="Anonymise"
        className={classes.anonymise}
        description="Shows no free text: names of the plan, configurations, VM groups and own measured models become numbers; descriptions, notes, host models and sources that are not in the catalogue are left out. Parts of the catalogue and all figures stay."
        checked={anonymised}
        onChange={(event) => setAnonymised(event.currentTarget.checked)}
      />
      {!anonymised && (
        <Checkbox
          label="Show the scenarios"
          className={classes.anonymise}
          description="Those that are saved with the plan, as they are when the link is opened."
          checked={scenarios}
          onChange={(event) => setScenarios(event.currentTarget.checked)}
        />
      )}
      {!anonymised && (
        <Checkbox
          label="Show what changed since"
          className={classes.anonymise}
          description="Once a newer revision is saved: the fields that differ, and what that does to hosts, cost and life."
          checked={changes}
          onChange={(event) => setChanges(event.currentTarget.checked)}
        />
      )}
      {anonymised && (
        <Checkbox
          label="Keep the names of host models"
          className={classes.anonymise}
          checked={hostModels}
          onChange={(event) => setHostModels(event.currentTarget.checked)}
        />
      )}
      <Select
        label="Expires after"
        data={DAYS.map((each) => ({ value: each, label: `${each} days` }))}
        value={days}
        allowDeselect={false}
        onChange={(next) => next !== null && setDays(next)}
      />
      <div className={classes.actions}>
        {actions.map(({ label, busy, run }, place) => (
          <Button
            key={label}
            variant={place === actions.length - 1 ? 'filled' : 'default'}
            loading={busy}
            onClick={() => run(request)}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}
