import type { SidePanelProps } from './side-panel-frame';
import { lazyOverlay } from './lazy-overlay';

/** A panel over the page: it takes the focus, closes with Escape, and gives the focus back. */
export const SidePanel = lazyOverlay<SidePanelProps>(
  async () => (await import('./side-panel-frame')).SidePanelFrame,
);
