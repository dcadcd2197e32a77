/** The address of an explanation: configuration, the asked-for quantity, and the way down from it. */
export interface Why {
  configuration: string;
  /** From the asked-for quantity to the one that is shown; never empty. */
  path: string[];
}

/** `nand/hosts/hosts_for_cache` asks why nand has its hosts, and shows hosts_for_cache. */
export function parseWhy(text: string | undefined): Why | null {
  const [configuration, ...path] = (text ?? '').split('/').filter(Boolean);
  return configuration === undefined || path.length === 0 ? null : { configuration, path };
}

export function formatWhy({ configuration, path }: Why): string {
  return [configuration, ...path].join('/');
}
