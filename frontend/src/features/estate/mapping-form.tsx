import type { FieldProblem } from '@/api/types';
import { MappingForm } from '@/components/mapping-form';

/** What a table must say, and what else is worth naming. */
const FIELDS = [
  ['name', 'Name of the VM'],
  ['vcpu', 'vCPU'],
  ['memory_gib', 'Memory'],
  ['disk_gb', 'Disk capacity'],
  ['used_gb', 'Disk in use'],
  ['power', 'Power state'],
  ['os', 'Guest operating system'],
  ['cluster', 'Cluster'],
  ['iops_average', 'I/O per second, mean'],
  ['iops_peak', 'I/O per second, peak'],
  ['count', 'Number of VMs in a row'],
] as const;

interface Props {
  columns: readonly FieldProblem[];
  busy: boolean;
  onMapping: (mapping: Record<string, string>) => void;
}

/** Which column of a table of VMs is what. */
export function VmMappingForm(props: Props) {
  return (
    <MappingForm
      {...props}
      fields={FIELDS}
      isComplete={({ name, vcpu, memory_gib: memory }) => Boolean(name && (vcpu || memory))}
    >
      A name and vCPU or memory are needed. Units are read from the headers, else from the size of the
      numbers.
    </MappingForm>
  );
}
