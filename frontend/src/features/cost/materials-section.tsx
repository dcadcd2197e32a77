import { Button, NativeSelect } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useState } from 'react';

import { questionQuery } from '@/api/questions';
import type { BillOfMaterials as Answer, ConfigurationBillOfMaterials, Plan } from '@/api/types';
import { AnswerArea } from '@/components/answer-area';
import { Marker } from '@/components/marker';
import { Section } from '@/components/section';
import { formatCounted, stateText } from '@/lib/format';
import { usePlanActions } from '@/plan/plan-actions';
import { useSettledAnswer } from '@/plan/use-settled-answer';

import classes from './cost.module.css';
import { MaterialsTable } from './materials-table';

/** What the first hosts are made of, one configuration at a time. */
export function MaterialsSection({ plan }: { plan: Plan }) {
  const { sharedBy } = usePlanActions();
  const answer = useSettledAnswer(sharedBy ?? plan, (source) => questionQuery('bill-of-materials', source));
  return (
    <Section title="Bill of materials" hint="What the first hosts are made of; growth is bought later">
      <AnswerArea answer={answer} about="the bill of materials">
        {(data) => <BillOfMaterials materials={data} />}
      </AnswerArea>
    </Section>
  );
}

/** The bill of materials of a chosen configuration, the first one at first. */
export function BillOfMaterials({ materials }: { materials: Answer }) {
  const { configurations, currency } = materials;
  const [chosen, setChosen] = useState<string | null>(null);
  const place = Math.max(
    0,
    configurations.findIndex((each) => each.key === chosen),
  );
  const found = configurations[place];
  if (!found) return null;
  return (
    <>
      <div className={classes.chooser}>
        {configurations.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label="Configuration"
            leftSection={<Marker index={place} />}
            value={found.key}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data={configurations.map(({ key, name }) => ({ value: key, label: name }))}
          />
        )}
        <span className="soft" data-testid="materials-hosts">
          {hostsText(found)}
        </span>
        {/* For each configuration its own, so that "Copied" is said of no other. */}
        <CopyLines key={found.key} csv={found.csv} />
      </div>
      <MaterialsTable found={found} currency={currency} />
    </>
  );
}

function hostsText({ hosts }: ConfigurationBillOfMaterials): string {
  if (hosts.value === null) return `hosts: ${stateText(hosts.state)}`;
  return formatCounted(hosts.value, 'hosts');
}

function CopyLines({ csv }: { csv: string }) {
  const clipboard = useClipboard({ timeout: 2_000 });
  return (
    <>
      <Button size="compact-xs" onClick={() => clipboard.copy(csv)}>
        {clipboard.copied ? 'Copied' : 'Copy as CSV'}
      </Button>
      <span role="status" className="soft small">
        {clipboard.error && 'The browser did not allow copying: a report as XLSX has the same lines.'}
      </span>
    </>
  );
}
