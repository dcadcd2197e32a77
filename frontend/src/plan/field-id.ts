/** The id of the control that edits a field of the plan. */
export function fieldId(pointer: string): string {
  return `field${pointer.replaceAll('/', '-')}`;
}
