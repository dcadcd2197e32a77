import type { ReactNode } from 'react';

import type { Plan } from '@/api/types';
import { LimitsAndCauses } from '@/features/card/behind';
import { CardView } from '@/features/card/card-view';
import { useDecision } from '@/features/card/use-decision';
import { LimitsMap } from '@/features/comparison/limits-map';
import { Racks } from '@/features/comparison/racks';

import classes from './plan-page.module.css';
import { Results } from './results';
import type { Evaluation } from './use-evaluation';

interface Props {
  plan: Plan;
  evaluation: Evaluation;
  /** The configuration that differences refer to, where that is not the first. */
  reference: string | undefined;
  /** The token of the link that the plan is seen by, if any: nothing else can be asked about it. */
  sharedBy?: string;
  /** The same as long as edits count as one: what the decision before is told by. */
  step: unknown;
  /** Key of the sample that the plan began as. */
  sample: string | null | undefined;
  /** Hosts over time; nothing where nobody can ask for it, as behind a shared link. */
  growth?: ReactNode;
  /** Sizes the plan at a level; without it the level is only shown. */
  onLevel?: (level: number | null) => void;
  onReference: (key: string) => void;
}

/** The decision, three pictures of it, and in two folds what is behind it and all figures. */
export function CompareView({
  plan,
  evaluation,
  reference,
  sharedBy,
  step,
  sample,
  growth,
  onLevel,
  onReference,
}: Props) {
  const { result, stale } = evaluation;
  const answer = useDecision(plan, result, { reference, sharedBy });
  const { decision, uncertainty } = answer;
  const charts = result?.decision?.charts;
  return (
    <>
      <CardView plan={plan} answer={answer} stale={stale} step={step} onLevel={onLevel} />
      {result && plan.description && <p className={classes.description}>{plan.description}</p>}
      {result && (
        <div className={classes.answer} data-plan={result.plan_hash} data-stale={stale} aria-busy={stale}>
          <Results
            plan={sharedBy === undefined ? plan : undefined}
            sample={sample}
            result={result}
            decision={decision}
            growth={growth}
            pictures={
              <>
                {charts && <Racks charts={charts} result={result} />}
                {decision && (
                  <LimitsAndCauses
                    decision={decision}
                    uncertainty={uncertainty}
                    limits={<LimitsMap result={result} />}
                  />
                )}
              </>
            }
            onReference={onReference}
          />
        </div>
      )}
      {!result && !evaluation.error && <p className="soft">Evaluating{'\u2026'}</p>}
    </>
  );
}
