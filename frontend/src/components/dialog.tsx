import type { DialogProps } from './dialog-frame';
import { whenOpened } from './when-opened';

/** A question that has to be answered before going on. */
export const Dialog = whenOpened<DialogProps>(async () => (await import('./dialog-frame')).DialogFrame);
