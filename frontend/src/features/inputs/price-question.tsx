import { Button } from '@mantine/core';
import { useLayoutEffect } from 'react';

import type { CatalogueCell } from '@/api/types';
import { Dialog } from '@/components/dialog';
import { returnsFocus } from '@/lib/returns-focus';

import type { TypedPrice } from './typed-prices';

interface Props {
  /** The prices that the plan has for the former row. */
  typed: readonly TypedPrice[];
  /** The former row. */
  former: string;
  /** The new row. */
  name: string;
  /** What the new row costs by itself. */
  offered: CatalogueCell;
  onAnswer: (answer: 'keep' | 'take') => void;
  onClose: () => void;
}

/** Whether a price of the plan goes on holding for another row of the catalogue. */
export function PriceQuestion({ typed, former, name, offered, onAnswer, onClose }: Props) {
  useLayoutEffect(returnsFocus, []);
  const [first] = typed;
  const one = typed.length === 1;
  const { text: price, note = '' } = offered;
  const whose = note.startsWith('quoted')
    ? 'your quote'
    : note.startsWith('list')
      ? 'the list'
      : 'the catalogue';
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Which price for ${name}?`}
      width={680}
      actions={
        <>
          <Button onClick={onClose}>Leave the part as it is</Button>
          <Button onClick={() => onAnswer('take')}>{`Take ${price} of ${whose}`}</Button>
          <Button variant="filled" data-autofocus onClick={() => onAnswer('keep')}>
            {one
              ? `Keep ${String(first?.text)} of ${String(first?.whose)}`
              : `Keep the ${String(typed.length)} prices entered`}
          </Button>
        </>
      }
    >
      {typed.map(({ pointer, label, text, note: kind }) => (
        <p key={pointer}>{`The plan has ${text} for ${former} (${one ? kind : `${label}, ${kind}`}).`}</p>
      ))}
      <p>{`${name} costs ${price} (${note}).`}</p>
    </Dialog>
  );
}
