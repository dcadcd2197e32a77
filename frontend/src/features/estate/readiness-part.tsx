import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { errorText, type NamedFile } from '@/api/client';
import type { EstateReadiness, ReadinessKind } from '@/api/types';
import { Notice } from '@/components/notice';
import { download } from '@/lib/download';
import { formatExact } from '@/lib/format';

import classes from './estate.module.css';

interface Props {
  readiness: EstateReadiness;
  onSheet: () => Promise<NamedFile>;
}

/** What stops or delays a move: who has it, what to do, and the hosts without those VMs. */
export function ReadinessPart({ readiness, onSheet }: Props) {
  const { kinds, usual, none_of, not_evaluated, hosts, configuration } = readiness;
  const sheet = useMutation({
    mutationFn: onSheet,
    onSuccess: ({ name, content }) => download(name, content),
  });
  return (
    <>
      {kinds.length > 0 && (
        <ul className={classes.readiness}>
          {kinds.map((each) => (
            <Kind key={each.key} kind={each} />
          ))}
        </ul>
      )}
      <dl className={classes.looked}>
        {hosts !== null && configuration !== null && (
          <div>
            <dt>Hosts are those of</dt>
            <dd>
              {configuration}, {formatExact(hosts)} with all VMs, on the same hardware
            </dd>
          </div>
        )}
        {usual.map((each) => (
          <div key={each.key}>
            <dt>On by default</dt>
            <dd>{each.text}</dd>
          </div>
        ))}
        {none_of.length > 0 && (
          <div>
            <dt>Looked for, not found</dt>
            <dd>{none_of.join(', ')}</dd>
          </div>
        )}
        {not_evaluated.map((each) => (
          <div key={each.key}>
            <dt>Not evaluated</dt>
            <dd>
              {each.label}: {each.why}
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes.actions}>
        <Button size="sm" loading={sheet.isPending} onClick={() => sheet.mutate()}>
          Download the sheet
        </Button>
      </div>
      {sheet.error && <Notice tone="error">{errorText(sheet.error)}</Notice>}
    </>
  );
}

function Kind({ kind }: { kind: ReadinessKind }) {
  const [open, setOpen] = useState(false);
  const number = kind.vms === 1 ? '1 VM' : `${formatExact(kind.vms)} VMs`;
  return (
    <li>
      <p>
        <strong>
          {number}: {kind.label}
        </strong>{' '}
        <span className={classes.effect}>{kind.effect}</span>
      </p>
      <p className="soft">
        {kind.stops} {kind.remedy}
        {kind.vms_unknown > 0 && ` Not known of ${formatExact(kind.vms_unknown)} more.`}{' '}
        <button type="button" className="link-button" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide' : 'Show'} {kind.vms === 1 ? 'the VM' : 'the VMs'}
        </button>
      </p>
      {open && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={classes.lines} role="region" aria-label={kind.label} tabIndex={0}>
          <dl>
            {kind.rows.map((row) => (
              <div key={row.id}>
                <dt>{row.name}</dt>
                <dd>{[row.cluster, row.detail].filter(Boolean).join(': ')}</dd>
              </div>
            ))}
          </dl>
          {kind.vms > kind.rows.length && (
            <p className="soft small">and {formatExact(kind.vms - kind.rows.length)} more, in the sheet</p>
          )}
        </div>
      )}
    </li>
  );
}
