/** Exports of an estate that does not exist, in the manner of RVTools: a CSV file for each tab. */

export interface NamedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const SYSTEMS = ['Microsoft Windows Server 2022 (64-bit)', 'Ubuntu Linux (64-bit)', 'Red Hat Enterprise Linux 9 (64-bit)'];

function csv(name: string, header: string[], rows: (string | number)[][]): NamedFile {
  const text = [header, ...rows].map((row) => row.map((cell) => `"${String(cell)}"`).join(',')).join('\r\n');
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text, 'utf-8') };
}

/** So many VMs in two clusters; each tenth does not run, and each fiftieth is a template. */
export function rvtools(vms: number): { files: NamedFile[]; vcpu: number; running: number; templates: number } {
  const rows = Array.from({ length: vms }, (_, at) => ({
    name: `vm-${String(at).padStart(4, '0')}`,
    on: at % 10 !== 9,
    template: at % 50 === 49,
    cpus: [1, 2, 4, 8][at % 4]!,
    cluster: at % 3 === 0 ? 'CL-B' : 'CL-A',
    host: `esx${String(1 + (at % 6)).padStart(2, '0')}.lab.example`,
  }));
  const info = csv(
    'RVTools_tabvInfo.csv',
    ['VM', 'Powerstate', 'Template', 'CPUs', 'Memory', 'Disks', 'Provisioned MiB', 'In Use MiB', 'Annotation', 'owner ']
      .concat(['Datacenter', 'Cluster', 'Host', 'OS according to the configuration file', 'VM ID', 'VI SDK Server']),
    rows.map((each, at) => [
      each.name,
      each.on ? 'poweredOn' : 'poweredOff',
      each.template ? 'True' : 'False',
      each.cpus,
      (each.cpus * 4096).toLocaleString('en'),
      1,
      (102_400 + each.cpus * 4096).toLocaleString('en'),
      (61_440).toLocaleString('en'),
      'said ""so""',
      at % 2 === 0 ? 'web' : 'data',
      'DC-1',
      each.cluster,
      each.host,
      SYSTEMS[at % SYSTEMS.length]!,
      `vm-${String(1000 + at)}`,
      'vc01.lab.example',
    ]),
  );
  const hosts = csv(
    'RVTools_tabvHost.csv',
    ['Host', 'Datacenter', 'Cluster', 'CPU Model', 'Speed', '# CPU', 'Cores per CPU', '# Cores', '# Memory', 'Vendor', 'Model'],
    Array.from({ length: 6 }, (_, at) => [
      `esx${String(1 + at).padStart(2, '0')}.lab.example`,
      'DC-1',
      at % 3 === 0 ? 'CL-B' : 'CL-A',
      'Intel(R) Xeon(R) Gold 6230 CPU @ 2.10GHz',
      2095,
      2,
      20,
      40,
      786_432,
      'Dell Inc.',
      'PowerEdge R740',
    ]),
  );
  return {
    files: [info, hosts],
    vcpu: rows.filter((each) => each.on && !each.template).reduce((sum, each) => sum + each.cpus, 0),
    running: rows.filter((each) => each.on && !each.template).length,
    templates: rows.filter((each) => each.template).length,
  };
}

/** Performance history of some of its VMs, as VCF Operations writes it: two days with a peak in each. */
export function series(vms: number, name = 'history.csv'): NamedFile {
  const times = Array.from({ length: 48 }, (_, hour) => new Date(Date.UTC(2026, 8, 1, hour)).toISOString().slice(0, 19));
  const rows = Array.from({ length: vms }, (_, at) =>
    times.map((time, hour) => [
      time.replace('T', ' '),
      `vm-${String(at).padStart(4, '0')}`,
      hour % 24 === at % 24 ? 2400 : 400,
      120,
      60,
    ]),
  );
  return csv(name, ['timestamp', 'resName', 'cpuUsageMhz', 'diskReadIops', 'diskWriteIops'], rows.flat());
}

/** Drives of a vendor's quote. */
export const QUOTE = csv(
  'acme.csv',
  ['Part no.', 'Description', 'Qty', 'Unit price', 'Total'],
  [['X1', 'Kioxia CM7-V 6.4TB NVMe SSD', 24, '$1,950.00', '$46,800.00']],
);
