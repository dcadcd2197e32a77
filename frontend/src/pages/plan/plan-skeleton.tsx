import { Blocks, SkeletonPage } from '@/components/skeleton';

import layout from './plan-layout.module.css';
import classes from './plan-skeleton.module.css';

/** A plan that is still loaded: tabs, answer and figures, beside the inputs where these are seen. */
export function PlanSkeleton() {
  return (
    <SkeletonPage className={layout.page}>
      <div className={layout.results}>
        <Blocks heights={[20]} width="19rem" />
        <div className={classes.card}>
          <Blocks heights={[26]} width="70%" />
          <Blocks heights={[56, 32, 32, 32]} />
        </div>
        <Blocks heights={[24]} width="40%" />
        <Blocks heights={[220]} />
      </div>
      <div className={`${layout.inputs} ${classes.inputs}`}>
        <Blocks heights={[32, 28, 28, 28, 28, 28, 28, 28, 28, 28]} />
      </div>
    </SkeletonPage>
  );
}
