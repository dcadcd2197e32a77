import { layoutOf } from '@/plan/layout';
import { Button, Checkbox, Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { ApiError, errorText } from '@/api/client';
import type { FieldProblem, Plan } from '@/api/types';
import { FieldLinks } from '@/components/field-links';
import { Notice } from '@/components/notice';
import { Section } from '@/components/section';
import { Blocks } from '@/components/skeleton';
import { formatCounted } from '@/lib/format';
import { equal } from '@/lib/json';
import { useSettledAnswer } from '@/plan/use-settled-answer';

import { type CatalogueControls, NewChoice } from './new-choice';
import { ChoicesTable } from './choices-table';
import { Limits } from './limits';
import { Outcome } from './outcome';
import { type Combination, placeOf, putBeside, putInPlace } from './put';
import { offeredQuery, searchQuery } from './queries';
import { type Asked, type Question, variedBy } from './question';
import classes from './search.module.css';

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
}: Props) {
  const { question, asked } = search;
  const queries = useQueryClient();
  const [adding, setAdding] = useState(false);
  const offered = useSettledAnswer(plan, (settled) => offeredQuery(settled, configuration, question.choices));
  const answer = useQuery({
    ...searchQuery(asked ?? { plan, configuration, question }),
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
  const layout = layoutOf(plan.configurations[placeOf(plan, configuration)]);
  const ask = (next: Question) => onSearch({ ...search, question: next });
  const searching = answer.isFetching;
  const refusal = offered.error ?? (asked && answer.error);
  const start = () => onSearch({ ...search, asked: { plan, configuration, question } });
  const cancel = () => {
    void queries.cancelQueries({
      queryKey: searchQuery(asked ?? { plan, configuration, question }).queryKey,
    });
    onSearch({ question });
  };
  const put = (hit: Combination, beside: boolean) => {
    const of = asked?.configuration ?? configuration;
    // Each is a step of its own.
    const topic = `put ${hit.text} ${beside ? 'beside' : 'in place of'} ${of}`;
    onChange(topic, (before) => (beside ? putBeside : putInPlace)(before, of, hit.edits));
  };
  return (
    <>
      <div className={classes.question} role="group" aria-label="What is searched">
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
            <div className={classes.start}>
              <Button
                variant="filled"
                size="sm"
                onClick={start}
                disabled={searching || data.too_many || data.choices.length === 0 || offered.error !== null}
              >
                {asked ? 'Search again' : 'Search'}
              </Button>
              {searching && (
                <Button size="sm" onClick={cancel}>
                  Cancel
                </Button>
              )}
              <p role="status" className={classes.count} data-wrong={data.too_many}>
                {searching ? `Searching ${data.text}` : data.text}
                {asked &&
                  !current &&
                  !searching &&
                  (asked.plan === plan
                    ? ' The question has changed since the answer below.'
                    : ' The plan has changed since the answer below.')}
              </p>
            </div>
          </>
        ) : offered.error ? null : (
          <Blocks heights={[32, 32, 32, 32, 64]} />
        )}
      </div>
      {refusal && !searching && <Refusal error={refusal} />}
      {searching && !answer.data && (
        <Section title="Answer">
          <div aria-busy="true">
            <Blocks heights={[28, 76, 120]} />
          </div>
        </Section>
      )}
      {asked && answer.data && (
        <Outcome
          answer={answer.data}
          configuration={plan.configurations[placeOf(plan, asked.configuration)]?.name}
          full={plan.configurations.length >= MOST_CONFIGURATIONS}
          onPut={put}
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
