import { Button, FileButton } from '@mantine/core';

import type { Plan } from '@/api/types';
import frame from '@/components/page-frame.module.css';
import { PageHeader } from '@/components/page-header';
import { estateName, KINDS, useDropped } from '@/features/estate/dropped-files';
import { ReplaceNames } from '@/features/estate/replace-names';
import { takeFiles, type Ways } from '@/features/estate/take-files';

import { EstateView } from './estate-view';

import classes from './estate-page.module.css';

interface Props {
  ways: Ways;
  onPlan: (plan: Plan) => void;
}

/** An export of what people have: at a glance, then what is counted, then a plan. */
export function EstatePage({ ways, onPlan }: Props) {
  const { estate, nameless } = useDropped();
  const reading = estate && (nameless ? estate.nameless : estate.reading);
  return (
    <>
      <title>{reading ? `${estateName(reading)} \u2013 Hostwise` : 'Import an estate \u2013 Hostwise'}</title>
      <PageHeader />
      <main id="content" tabIndex={-1} className={frame.page}>
        {estate && reading ? (
          <EstateView
            key={`${String(estate.key)} ${String(nameless)}`}
            reading={reading}
            estate={estate}
            ways={ways}
            onPlan={onPlan}
          />
        ) : (
          <>
            <h1 className={frame.title}>Import an estate</h1>
            {!estate && <Choose ways={ways} />}
          </>
        )}
      </main>
    </>
  );
}

const SOURCES = [
  ['RVTools', 'workbook, or a zip of its CSV files; several vCenters together'],
  ['Live Optics', 'workbook, CSV of the VMs, or the zip as it is downloaded'],
  ['Nutanix', 'workbook of the Collector, VMs of Prism with storage containers (CSV, JSON)'],
  ['Azure, AWS, Google', 'CSV templates of Azure Migrate, Migration Hub and Migration Center'],
  ['Hyper-V, Proxmox', 'CSV of a script, JSON of /cluster/resources, qm list'],
  ['KubeVirt, libvirt', 'kubectl get vm,vmi,pvc,nodes -A -o json; virsh dumpxml with domstats'],
  ['OpenStack', 'server list, dropped together with flavor list and volume list'],
  ['XenServer, XCP-ng', 'xe vm-list params=all, with vbd-list and vdi-list for disks'],
  ['A table of your own', 'CSV or workbook with a name, vCPU and memory'],
  ['A live vCenter or Proxmox VE', 'the file that hostwise collect writes'],
  ['Performance history', 'together with the list of the VMs, before it or after it'],
] as const;

function Choose({ ways }: Pick<Props, 'ways'>) {
  return (
    <div className={classes.choose}>
      <p>Drop an export anywhere on this page, or</p>
      <FileButton
        multiple
        accept={KINDS}
        inputProps={{ 'aria-label': 'Export of an estate' }}
        onChange={(files) => void takeFiles(files, ways)}
      >
        {(props) => (
          <Button {...props} variant="filled">
            Choose a file
          </Button>
        )}
      </FileButton>
      <ReplaceNames />
      <dl>
        {SOURCES.map(([name, what]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className="soft small">
        The file is read in this installation and not kept. What becomes of it is a plan that you may save.
      </p>
    </div>
  );
}
