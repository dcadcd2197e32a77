import type { Cure } from '@/api/types';
import { usePlanActions } from '@/plan/plan-actions';

/** A change of one click; nothing where there is none, or where nothing can be changed. */
export function Remedy({ cure: remedy }: { cure: Cure | null | undefined }) {
  const { cure, readOnly } = usePlanActions();
  if (!remedy || !remedy || readOnly) return null;
  return (
    <button type="button" className="link-button" data-action onClick={() => cure(remedy)}>
      {remedy.label}
    </button>
  );
}
