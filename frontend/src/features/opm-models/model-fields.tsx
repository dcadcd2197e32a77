import { SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { useId } from 'react';

import type { OpmMeasure, OpmModel } from '@/api/types';
import { NumberEntry } from '@/components/number-entry';

import classes from './model-page.module.css';
import type { ModelEditor } from './use-model-editor';

const MEASURES: { value: OpmMeasure; label: string }[] = [
  { value: 'opm_per_vm', label: 'Operations per minute' },
  { value: 'share_of_baseline', label: 'Share of a baseline' },
];

const KINDS: { value: NonNullable<OpmModel['kind']>; label: string }[] = [
  { value: 'measured', label: 'measured' },
  { value: 'vendor-stated', label: 'stated by the vendor' },
  { value: 'assumed', label: 'assumed' },
];

interface Props {
  editor: ModelEditor;
  problems: ReadonlyMap<string, string>;
}

/** What the points are of, who says so, and how far they hold. */
export function ModelFields({ editor, problems }: Props) {
  const { form, base, change } = editor;
  const measure = useId();
  return (
    <div className={classes.fields}>
      <TextInput
        label="Name"
        placeholder="Web shop, load test of March"
        value={form.name}
        error={problems.get('name')}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextInput
        label="Key"
        description={base.revision === null ? 'Used in plans and addresses' : 'Cannot be changed'}
        value={form.key}
        readOnly={base.revision !== null}
        error={problems.get('key')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => change({ key: event.currentTarget.value })}
      />
      <div className={classes.wide}>
        <span id={measure} className={classes.label}>
          A point says of one VM its
        </span>
        <SegmentedControl
          aria-labelledby={measure}
          size="xs"
          data={MEASURES}
          value={form.measure}
          onChange={(value) => change({ measure: value })}
        />
      </div>
      <NumberEntry
        label="Baseline"
        description="Of one VM, without memory overcommitment"
        unit="OPM"
        value={form.baseline_opm_per_vm}
        error={problems.get('baseline_opm_per_vm')}
        onChange={(value) => change({ baseline_opm_per_vm: value })}
      />
      <Select
        label="Kind of evidence"
        description="Shown beside every figure based on the points"
        data={KINDS}
        value={form.kind}
        allowDeselect={false}
        onChange={(value) => value && change({ kind: value })}
      />
      <TextInput
        label="Source"
        description="Who measured it, and where it is published"
        value={form.source}
        error={problems.get('source')}
        onChange={(event) => change({ source: event.currentTarget.value })}
      />
      <TextInput
        label="Place in the source"
        description="Page, figure or table"
        value={form.locator}
        error={problems.get('locator')}
        onChange={(event) => change({ locator: event.currentTarget.value })}
      />
      <Textarea
        className={classes.wide}
        label="Holds for"
        description="Versions, hardware, load"
        autosize
        minRows={1}
        maxRows={5}
        value={form.validity}
        error={problems.get('validity')}
        onChange={(event) => change({ validity: event.currentTarget.value })}
      />
    </div>
  );
}
