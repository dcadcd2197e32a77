import { useQuery } from '@tanstack/react-query';

import { uncertaintyQuery } from '@/api/uncertainty';
import type { Decision, Note, Plan } from '@/api/types';
import { Marker } from '@/components/marker';
import { Notice } from '@/components/notice';
import { OpenFigure } from '@/components/open-figure';
import { ScrollRegion } from '@/components/scroll-region';
import { Sentence } from '@/components/sentence';
import { SidePanel } from '@/components/side-panel';

import classes from './note-drawer.module.css';

interface Props {
  plan: Plan;
  /** Key of the note; null while none is open. */
  note: string | null;
  /** The decision as sized. */
  decision: Decision | undefined;
  /** The configuration that its differences refer to, where that is not the first. */
  reference: string | undefined;
  /** The token of the link that the plan is seen by, if any. */
  sharedBy?: string;
  onClose: () => void;
}

/** Why a number of the decision is what it is, where no quantity of the model says so: a difference, a share of simulations. */
export function NoteDrawer({ note, onClose, ...props }: Props) {
  return (
    <SidePanel opened={note !== null} onClose={onClose} side="right" size={600} title="Why?">
      {note !== null && <Content {...props} note={note} />}
    </SidePanel>
  );
}

function Content({
  plan,
  note,
  decision,
  reference,
  sharedBy,
}: Omit<Props, 'onClose' | 'note'> & { note: string }) {
  const { data, isPending } = useQuery(uncertaintyQuery(plan, { reference, sharedBy }));
  const { notes = [] } = data?.decision ?? decision ?? {};
  const found = notes.find(({ key }) => key === note);
  if (found) return <NoteView note={found} plan={plan} />;
  if (isPending) return <p className="soft">Simulating{'\u2026'}</p>;
  return <Notice tone="error">This plan has no such number.</Notice>;
}

function NoteView({ note: { title, texts, columns, rows }, plan }: { note: Note; plan: Plan }) {
  const [of, ...heads] = columns;
  return (
    <div className={classes.note}>
      <h3>{title}</h3>
      {texts.map(({ parts }, index) => (
        <p key={index}>
          <Sentence parts={parts} />
        </p>
      ))}
      {rows.length > 0 && (
        <ScrollRegion label={`${title}, table`}>
          <table>
            <thead>
              <tr>
                <th scope="col">{of}</th>
                {heads.map((head, index) => (
                  <th key={index} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ label, configuration, cells }, index) => (
                <tr key={index}>
                  <th scope="row">
                    {configuration != null && (
                      <Marker
                        index={plan.configurations.findIndex(({ key }) => key === configuration)}
                        size={10}
                      />
                    )}{' '}
                    {label}
                  </th>
                  {cells.map((cell, place) => (
                    <td key={place}>
                      <OpenFigure figure={cell} label={label} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </div>
  );
}
