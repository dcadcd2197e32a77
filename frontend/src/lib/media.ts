/** What a hypervisor swaps to: one name, one colour and one shape for each medium, the same in every chart. */
import type { SwapMedium } from '@/api/types';

import { MEDIA_SHAPES } from './looks';
import type { Marker } from './markers';

export interface Medium extends Marker {
  label: string;
}

const medium = (key: SwapMedium, label: string): Medium => ({
  label,
  colour: `var(--medium-${key})`,
  shape: MEDIA_SHAPES[key].shape,
});

export const MEDIA: Record<SwapMedium, Medium> = {
  ssd_local: medium('ssd_local', 'local SSD'),
  hdd_local: medium('hdd_local', 'local hard disk'),
  fc_array: medium('fc_array', 'Fibre Channel array'),
  sata_local: medium('sata_local', 'local SATA disks'),
  nvme_tier: medium('nvme_tier', 'NVMe memory tier'),
};
