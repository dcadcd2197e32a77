import { type RefObject, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { lazyOverlay } from '@/components/lazy-overlay';
import { Notice } from '@/components/notice';
import { download } from '@/lib/download';
import { usePlanName } from '@/plan/plan-actions';

import classes from './chart-frame.module.css';
import type { Saved } from './saved/saved-chart';
import type { TableData } from './table-data';

const SaveMenu = lazyOverlay(async () => (await import('./saved/save-menu')).SaveMenu);

interface Props {
  title: string;
  figure: RefObject<HTMLElement | null>;
  source: string | undefined;
  table: TableData;
  /** Whether the table is shown in place of the chart, which a picture is made of. */
  asTable: boolean;
  onTable: (asTable: boolean) => void;
}

const FILES: Record<Saved, string> = { png: 'picture', svg: 'drawing', csv: 'table' };

/** The chart as a file, for a document or a spreadsheet. */
export function SaveChart({ title, figure, source, table, asTable, onTable }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const [failed, setFailed] = useState<Saved | null>(null);
  const plan = usePlanName();

  async function save(saved: Saved): Promise<void> {
    setFailed(null);
    const turns = asTable && saved !== 'csv';
    try {
      const { savedChart } = await import('./saved/saved-chart');
      if (turns) flushSync(() => onTable(false));
      if (!figure.current) return;
      const { name, content } = await savedChart(saved, {
        figure: figure.current,
        title,
        plan,
        source,
        table,
      });
      download(name, content);
    } catch {
      setFailed(saved);
    } finally {
      if (turns) onTable(true);
    }
  }

  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        className={`link-button ${classes.toggle}`}
        aria-label={`${title}: save chart`}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-controls={opened ? `${id}-dropdown` : undefined}
        onClick={() => setOpened(!opened)}
      >
        save
      </button>
      <SaveMenu
        opened={opened}
        id={id}
        button={button}
        onClose={() => setOpened(false)}
        onSave={(saved) => void save(saved)}
      />
      {failed && (
        <div className={classes.failed}>
          <Notice
            tone="error"
            title={`The ${FILES[failed]} could not be made.`}
            actions={
              <button type="button" className="link-button" onClick={() => setFailed(null)}>
                Dismiss
              </button>
            }
          >
            Another browser may make it; the table has the numbers.
          </Notice>
        </div>
      )}
    </>
  );
}
