/** What a hypervisor swaps to: one name, one colour and one shape for each medium, the same in every chart. */
import type { SwapMedium } from '@/api/types';

import type { Marker } from './markers';

export interface Medium extends Marker {
  label: string;
}

export const MEDIA: Record<SwapMedium, Medium> = {
  ssd_local: { label: 'local SSD', colour: 'var(--medium-ssd)', shape: 'circle' },
  hdd_local: { label: 'local hard disk', colour: 'var(--medium-hdd)', shape: 'square' },
  fc_array: { label: 'Fibre Channel array', colour: 'var(--medium-array)', shape: 'triangle' },
  sata_local: { label: 'local SATA disks', colour: 'var(--medium-sata)', shape: 'diamond' },
  nvme_tier: { label: 'NVMe memory tier', colour: 'var(--medium-tier)', shape: 'hexagon' },
};
