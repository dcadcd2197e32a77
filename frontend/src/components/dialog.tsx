import type { DialogProps } from './dialog-frame';
import { lazyOverlay } from './lazy-overlay';

/** A question that has to be answered before going on. */
export const Dialog = lazyOverlay<DialogProps>(async () => (await import('./dialog-frame')).DialogFrame);
