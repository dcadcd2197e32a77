import type { SidePanelProps } from './side-panel-frame';
import { whenOpened } from './when-opened';

/** A panel over the page: it takes the focus, closes with Escape, and gives the focus back. */
export const SidePanel = whenOpened<SidePanelProps>(
  async () => (await import('./side-panel-frame')).SidePanelFrame,
);
