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
export function rvtools(vms: number): { files: NamedFile[]; vcpu: number; templates: number } {
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
    templates: rows.filter((each) => each.template).length,
  };
}
