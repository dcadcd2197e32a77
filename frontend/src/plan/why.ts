/** The address of an explanation: configuration, failure case, the asked-for quantity, and the way down from it. */
export interface Why {
  configuration: string;
  /** Hosts that are down in the case that is explained. */
  failedHosts: number;
  /** From the asked-for quantity to the one that is shown; never empty. */
  path: string[];
}

/**
 * `nand/hosts/hosts_for_write_performance` asks why nand has its hosts, and shows hosts_for_write_performance; `nand@1/...` asks the same with
 * one host down.
 */
export function parseWhy(text: string | undefined): Why | null {
  if (parseNote(text) !== null) return null;
  const [place, ...path] = (text ?? '').split('/').filter(Boolean);
  const [, configuration, failed] = /^(.*?)(?:@(\d{1,3}))?$/.exec(place ?? '') ?? [];
  return !configuration || path.length === 0
    ? null
    : { configuration, failedHosts: Number(failed ?? 0), path };
}

export function formatWhy({ configuration, failedHosts, path }: Why): string {
  const place = failedHosts > 0 ? `${configuration}@${String(failedHosts)}` : configuration;
  return [place, ...path].join('/');
}

const NOTE = '~';

/** The address of a note of the decision card. */
export function formatNote(key: string): string {
  return NOTE + key;
}

/** The key of the note that an address names; null where it names none. */
export function parseNote(text: string | undefined): string | null {
  return text?.startsWith(NOTE) ? text.slice(NOTE.length) || null : null;
}
