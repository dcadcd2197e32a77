import frame from '@/components/page-frame.module.css';
import { Blocks, SkeletonPage } from '@/components/skeleton';

/** Any page that is still loaded: a heading, and text. */
export function PageSkeleton() {
  return (
    <SkeletonPage className={frame.page}>
      <Blocks heights={[30]} width="50%" />
      <Blocks heights={[18, 18]} />
      <Blocks heights={[200]} />
    </SkeletonPage>
  );
}

/** A page of the documentation that is still loaded, beside the contents. */
export function DocSkeleton() {
  return (
    <>
      <Blocks heights={[30]} width="50%" />
      <Blocks heights={[18, 18, 18, 200]} />
    </>
  );
}
