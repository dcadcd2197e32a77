import { Blocks, SkeletonPage } from '@/components/skeleton';
import classes from '@/features/evidence/evidence.module.css';

/** The library that is still loaded: its aside, and cards. */
export function EvidenceSkeleton() {
  return (
    <SkeletonPage className={classes.page}>
      <div className={classes.head}>
        <Blocks heights={[26]} width="24rem" />
      </div>
      <div className={classes.aside}>
        <Blocks heights={[32, 20, 20, 20, 20]} />
      </div>
      <div className={classes.main}>
        <Blocks heights={[28]} width="40%" />
        <Blocks heights={[260, 260]} />
      </div>
    </SkeletonPage>
  );
}
