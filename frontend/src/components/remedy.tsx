import type { Remedy } from '@/api/types';
import { usePlanActions } from '@/plan/plan-actions';

/** A change of one click; nothing where there is none, or where nothing can be changed. */
export function RemedyButton({ remedy }: { remedy: Remedy | null | undefined }) {
  const { apply, readOnly } = usePlanActions();
  if (!remedy || !apply || readOnly) return null;
  return (
    <button type="button" className="link-button" data-action onClick={() => apply(remedy)}>
      {remedy.label}
    </button>
  );
}
