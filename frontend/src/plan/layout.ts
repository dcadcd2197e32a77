import type { Configuration, Layout } from '@/api/types';

/** The drives of a host by what they do: the layout as given, else what the parts say that it follows to. A hybrid
 * layout has the parts of two tiers. */
export function layoutOf(configuration: Partial<Configuration> | null | undefined): Layout {
  if (configuration?.layout != null) return configuration.layout;
  if (configuration?.write_tier != null) return 'two_tier';
  return configuration?.capacity == null ? 'external' : 'single_tier';
}
