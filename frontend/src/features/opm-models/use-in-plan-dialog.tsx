import { Button, Checkbox, Radio } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';

import { errorText } from '@/api/client';
import { Dialog } from '@/components/dialog';
import { Notice } from '@/components/notice';
import { formatAgo } from '@/lib/format';

import { type UseInPlan, useInPlan } from './use-in-plan';
import classes from './use-in-plan.module.css';

interface Props {
  /** Key of the model; null while none is to be used. */
  model: string | null;
  onClose: () => void;
}

/** Puts a model into a saved plan: a copy of an own one, and the key at the VM groups that follow it. */
export function UseInPlanDialog({ model, onClose }: Props) {
  const using = useInPlan(model);
  const close = () => {
    using.reset();
    onClose();
  };
  const nowhere = using.plans?.length === 0;
  return (
    <Dialog
      opened={model !== null}
      onClose={close}
      title="Use in a plan"
      actions={
        <>
          <Button onClick={close}>{using.saved ? 'Stay here' : 'Cancel'}</Button>
          {using.saved ? (
            <LinkButton
              to={(props) => <Link {...props} to="/plans/$id" params={{ id: using.saved?.id ?? '' }} />}
            >
              Open the plan
            </LinkButton>
          ) : nowhere ? (
            <LinkButton to={(props) => <Link {...props} to="/" />}>To samples and plans</LinkButton>
          ) : (
            <Button
              variant="filled"
              disabled={!using.plan || !using.entry}
              loading={using.busy}
              onClick={using.put}
            >
              Put it into the plan
            </Button>
          )}
        </>
      }
    >
      {using.saved ? (
        <p role="status">
          {using.entry?.model.name} is in {using.saved.plan.name}, saved as revision {using.saved.revision}.
        </p>
      ) : nowhere ? (
        <p>
          There is no saved plan yet. Open a sample or a new plan and save it; then it can be chosen here.
        </p>
      ) : (
        <Choice using={using} model={model} />
      )}
      {using.error && (
        <Notice
          tone="error"
          title={using.conflict ? 'The plan was saved elsewhere in the meantime.' : undefined}
        >
          {using.conflict
            ? 'The newest revision is loaded now; nothing was overwritten. Try again.'
            : errorText(using.error)}
        </Notice>
      )}
    </Dialog>
  );
}

function LinkButton({ to, children }: { to: (props: object) => ReactNode; children: ReactNode }) {
  return (
    <Button variant="filled" renderRoot={to}>
      {children}
    </Button>
  );
}

function Choice({ using, model }: { using: UseInPlan; model: string | null }) {
  const [now] = useState(() => Date.now());
  const { entry, plans, more, chosen, choose, plan, copy, groups, setGroups } = using;
  return (
    <>
      <p className="soft">
        {entry?.document
          ? 'The plan gets its own copy; later changes in the library do not affect it.'
          : 'This model comes with Hostwise; the plan names it by its key.'}
      </p>
      <Radio.Group label="Plan" value={chosen} onChange={choose}>
        <div className={classes.choices}>
          {plans?.map((each) => (
            <Radio
              key={each.id}
              size="xs"
              value={each.id}
              label={
                <>
                  {each.name}{' '}
                  <span className="soft">
                    revision {each.head_revision}, saved {formatAgo(each.updated_at, now)}
                  </span>
                </>
              }
            />
          ))}
        </div>
      </Radio.Group>
      {more && (
        <div>
          <Button loading={more.busy} onClick={more.load}>
            Show more
          </Button>
        </div>
      )}
      {plan && (
        <Checkbox.Group label="VM groups that it describes" value={groups} onChange={setGroups}>
          <div className={classes.choices}>
            {plan.plan.workload.groups.map((group) => (
              <Checkbox
                key={group.name}
                value={group.name}
                label={
                  group.opm_model && group.opm_model !== model
                    ? `${group.name} (follows ${group.opm_model} now)`
                    : group.name
                }
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
      {copy === 'other' && (
        <Notice tone="info">
          The plan has another model under this key, such as an older copy; this one takes its place.
        </Notice>
      )}
    </>
  );
}
