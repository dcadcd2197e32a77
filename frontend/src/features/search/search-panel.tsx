import { layoutOf } from '@/plan/layout';
import { Button, Checkbox, Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { ApiError, errorText } from '@/api/client';
import type { FieldProblem, Plan, SearchChoice } from '@/api/types';
import { Disclosure } from '@/components/disclosure';
import { FieldLinks } from '@/components/field-links';
import { Notice } from '@/components/notice';
import { Blocks } from '@/components/skeleton';
import { formatCounted } from '@/lib/format';
import { equal } from '@/lib/json';
import { useSettledAnswer } from '@/plan/use-settled-answer';

import { type CatalogueControls, NewChoice } from './new-choice';
import { ChoicesTable } from './choices-table';
import { Limits } from './limits';
import { Outcome } from './outcome';
import { type Combination, placeOf, putApart, putBeside, putInPlace, type Way } from './put';
import { offeredQuery, searchQuery } from './queries';
import { type Asked, type Question, variedBy, withKept, withPlatforms } from './question';
import classes from './search.module.css';
import { Searching } from './searching';

export interface SearchState {
  question: Question;
  /** What was asked last; the answer is of that. */
  asked?: Asked;
}

interface Props {
  plan: Plan;
  /** Key of the configuration that is varied. */
  configuration: string;
  search: SearchState;
  controls: CatalogueControls;
  onConfiguration: (key: string) => void;
  onSearch: (search: SearchState) => void;
  onChange: (topic: string, change: (plan: Plan) => Plan) => void;
  /** Opens a plan of its own. */
  onOpen: (plan: Plan) => void;
}

const NO_PROBLEMS: FieldProblem[] = [];

/** The best configuration of what may differ: the question, and below it the answer. */
export function SearchPanel({
  plan,
  configuration,
  search,
  controls,
  onConfiguration,
  onSearch,
  onChange,
  onOpen,
}: Props) {
  const { question, asked } = search;
  const queries = useQueryClient();
  const [adding, setAdding] = useState(false);
  const [opened, setOpened] = useState<boolean>();
  const offered = useSettledAnswer(plan, (settled) => offeredQuery(settled, configuration, question.choices));
  const answer = useQuery({
    ...searchQuery(asked ?? { plan, configuration, question, combinations: 0 }),
    enabled: asked !== undefined,
  });
  const { data } = offered;
  const current =
    asked !== undefined &&
    asked.plan === plan &&
    asked.configuration === configuration &&
    asked.question === question;
  const problems = current && answer.error instanceof ApiError ? answer.error.fields : NO_PROBLEMS;
  // What was taken away is gone before the server has answered.
  const choices = question.choices ?? (data?.choices ?? []).map((each) => each.choice);
  const rows = (data?.choices ?? []).filter((each) => choices.some((own) => equal(own, each.choice)));
  const platforms =
    data?.platforms && !choices.some((each) => equal(each, data.platforms))
      ? (data.platforms as SearchChoice)
      : undefined;
  const layout = layoutOf(plan.configurations[placeOf(plan, configuration)]);
  const ask = (next: Question) => onSearch({ ...search, question: next });
  const searching = answer.isFetching;
  const refusal = offered.error ?? (asked && answer.error);
  const start = (next: Question = question) => {
    setOpened(undefined);
    const combinations = data?.combinations ?? 0;
    onSearch({ question: next, asked: { plan, configuration, question: next, combinations } });
  };
  const cancel = () => {
    if (asked) void queries.cancelQueries({ queryKey: searchQuery(asked).queryKey });
    onSearch({ question });
  };
  const put = (hit: Combination, way: Way) => {
    const of = asked?.configuration ?? configuration;
    if (way === 'apart') {
      onOpen(putApart(plan, of, hit.edits));
      return;
    }
    // Each is a step of its own.
    onChange(`put ${hit.text} ${way} ${of}`, (before) =>
      (way === 'beside' ? putBeside : putInPlace)(before, of, hit.edits),
    );
  };
  // Folded once there is an answer, or while it is waited for; a mistake in it is shown.
  const open = opened ?? (asked === undefined || (refusal !== null && !searching));
  const summary = asked && rows.map(({ name }) => name).join(', ');
  return (
    <>
      <div className={classes.question} role="group" aria-label="What is searched">
        <Disclosure level={2} title="What is searched" summary={summary} open={open} onToggle={setOpened}>
          <div className={classes.settings}>
            <Select
              label="Configuration to vary"
              className={classes.configuration}
              data={plan.configurations.map(({ key, name }) => ({ value: key, label: name || key }))}
              value={configuration}
              allowDeselect={false}
              onChange={(key) => {
                if (key === null || key === configuration) return;
                setAdding(false);
                // What may differ is of a configuration; limits hold for any.
                ask({ ...question, choices: undefined });
                onConfiguration(key);
              }}
            />
            {data ? (
              <>
                <ChoicesTable
                  choices={rows}
                  problems={problems}
                  usual={question.choices === undefined}
                  onRemove={(choice) =>
                    ask({ ...question, choices: choices.filter((each) => !equal(each, choice)) })
                  }
                  onUsual={() => ask({ ...question, choices: undefined })}
                  adding={adding}
                  onAdd={() => setAdding(true)}
                  onPlatforms={
                    platforms && (() => ask({ ...question, choices: withPlatforms(choices, platforms) }))
                  }
                />
                {adding && (
                  <NewChoice
                    plan={plan}
                    configuration={configuration}
                    layout={layout}
                    varied={choices.flatMap(variedBy)}
                    controls={controls}
                    onClose={() => setAdding(false)}
                    onAdd={(choice) => {
                      setAdding(false);
                      ask({ ...question, choices: [...choices, choice] });
                    }}
                  />
                )}
                <Limits
                  question={question}
                  offered={data.limits}
                  fields={data.fields}
                  problems={problems}
                  onChange={ask}
                />
                <Checkbox
                  label={`Test the best in ${formatCounted(data.simulations, 'simulations')} of prices, demand and writes`}
                  checked={question.simulations !== undefined}
                  onChange={({ currentTarget: { checked } }) => {
                    const { simulations: _, ...rest } = question;
                    ask(checked ? { ...rest, simulations: data.simulations } : rest);
                  }}
                />
              </>
            ) : offered.error ? null : (
              <Blocks heights={[32, 32, 32, 32, 64]} />
            )}
          </div>
        </Disclosure>
        {data && (
          <div className={classes.start}>
            <Button
              variant={current ? 'default' : 'filled'}
              size="sm"
              onClick={() => start()}
              disabled={searching || data.too_many || data.choices.length === 0 || offered.error !== null}
            >
              {asked ? 'Search again' : 'Search'}
            </Button>
            <p role="status" className={classes.count} data-wrong={data.too_many}>
              {data.text}
              {asked &&
                !current &&
                !searching &&
                (asked.plan === plan
                  ? ' The question has changed since the answer below.'
                  : ' The plan has changed since the answer below.')}
            </p>
          </div>
        )}
      </div>
      {refusal && !searching && <Refusal error={refusal} />}
      {searching && asked && !answer.data && <Searching asked={asked} onCancel={cancel} />}
      {asked && answer.data && (
        <Outcome
          answer={answer.data}
          configuration={plan.configurations[placeOf(plan, asked.configuration)]?.name}
          full={plan.configurations.length >= MOST_CONFIGURATIONS}
          onPut={put}
          onOldParts={() => start(withKept(asked.question, 'old_prices', true))}
        />
      )}
    </>
  );
}

/** As many as a plan may have. */
const MOST_CONFIGURATIONS = 12;

/** Why nothing is searched, and where to change that; mistakes of the plan are said above the views. */
function Refusal({ error }: { error: Error }) {
  const problem = error instanceof ApiError ? error.problem : undefined;
  const fields = (problem?.errors ?? []).flatMap(({ pointer }) =>
    pointer.startsWith('/plan/') ? pointer.slice('/plan'.length) : [],
  );
  const isOfPlan = fields.length > 0 && problem?.code !== 'not_searchable';
  if (isOfPlan) return null;
  return (
    <Notice
      tone="warning"
      title={problem ? `${problem.title}.` : 'No answer.'}
      actions={fields.length > 0 && <FieldLinks pointers={fields} />}
    >
      {errorText(error)}
    </Notice>
  );
}
