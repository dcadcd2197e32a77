import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';

import { ApiError } from '@/api/client';
import type { Card } from '@/api/types';
import { card, line, sure } from '@/test-fixtures/card';
import { renderInPage } from '@/test-fixtures/render';

import { DecisionCard } from './decision-card';

interface Shown {
  card?: Card | undefined;
  isSure?: boolean;
  previous?: Card;
  error?: Error;
  onLevel?: (level: number | null) => void;
}

function show({ card: shown = card, isSure = true, previous, error, onLevel }: Shown = {}) {
  const answer = {
    card: shown,
    sure: isSure ? sure : undefined,
    doubt: undefined,
    pending: !isSure && !error,
    error: error ?? null,
  };
  return renderInPage(
    <DecisionCard answer={answer} previous={previous} stale={false} level={null} onLevel={onLevel} />,
  );
}

const candidate = (key: string) => within(screen.getByTestId(`candidate-${key}`));

describe('the card before the simulations', () => {
  it('states facts, with no word of advice', () => {
    show({ isSure: false });
    expect(screen.getByTestId('advice')).toHaveTextContent(
      'Optane is the cheapest as entered: 42 % cheaper than NAND. Simulating 4,096 futures\u2026',
    );
    expect(screen.queryByText('advised')).toBeNull();
    expect(screen.queryByText('Leaning')).toBeNull();
    expect(screen.getByRole('region', { name: 'Advice' })).toHaveAttribute('aria-busy', 'true');
  });

  it('has all figures of the plan as it is sized', () => {
    show({ isSure: false });
    expect(screen.getAllByRole('button', { name: 'Hosts: 4. Why?' })).toHaveLength(1);
    expect(candidate('nand').getByRole('button', { name: 'Hosts, NAND: 7. Why?' })).toBeInTheDocument();
    expect(candidate('nand').getByText('reference')).toBeInTheDocument();
    expect(
      candidate('optane').getByRole('button', { name: /^Cost against NAND, Optane: / }),
    ).toBeInTheDocument();
    expect(candidate('nand').queryByText('no flash')).toBeNull();
  });

  it('says why there will be none', () => {
    const problem = {
      type: '',
      title: '',
      status: 413,
      code: 'too_large',
      detail: 'Too many groups.',
      errors: [],
    };
    show({ isSure: false, error: new ApiError(413, problem) });
    expect(screen.getByTestId('advice')).toHaveTextContent('Too many groups. The comparison below stands.');
    expect(screen.getByRole('button', { name: /^The drives wear out\./ })).toBeInTheDocument();
  });
});

describe('the card of a plan whose futures are simulated', () => {
  it('has the verdict, whom it advises, how sure that is, and what would change it', () => {
    show();
    expect(screen.getByText('Leaning')).toBeInTheDocument();
    expect(screen.getByTestId('advice')).toHaveTextContent(/^Rather choose Optane\.$/);
    expect(candidate('optane').getByText('advised')).toBeInTheDocument();
    expect(candidate('nand').queryByText('advised')).toBeNull();
    expect(screen.getByRole('button', { name: /^How sure: 79/ })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /^Range of the cost: 110/ })).toBeInTheDocument();
    expect(
      screen.getByRole('button', { name: /^Price of memory above 1\.7 times the value: take NAND/ }),
    ).toBeInTheDocument();
  });

  it('opens a quantity of the model, or a note', async () => {
    const { actions } = show();
    await userEvent.click(screen.getByRole('button', { name: 'Hosts: 4. Why?' }));
    expect(actions.explain).toHaveBeenCalledWith('optane', 'hosts', undefined);
    await userEvent.click(screen.getByRole('button', { name: /^How sure/ }));
    expect(actions.explainNote).toHaveBeenCalledWith('cheapest');
    await userEvent.click(screen.getByRole('button', { name: /^Price of memory/ }));
    expect(actions.explainNote).toHaveBeenLastCalledWith('flip.memory');
  });

  it('sizes the plan at another level', async () => {
    const onLevel = vi.fn<(level: number | null) => void>();
    show({ onLevel });
    expect(screen.getByRole('radio', { name: 'As entered' })).toBeChecked();
    await userEvent.click(screen.getByRole('radio', { name: '9 of 10 futures' }));
    expect(onLevel).toHaveBeenCalledWith(0.9);
    expect(screen.getByRole('button', { name: /^Cost 9 of 10 futures: \+17/ })).toBeInTheDocument();
  });

  it('offers no level and no change where nothing can be edited', () => {
    show();
    expect(screen.getByRole('radio', { name: 'As entered' })).toBeDisabled();
  });

  it('makes a change of one click', async () => {
    const { actions } = show();
    await userEvent.click(screen.getByRole('button', { name: 'Size for 9 of 10 futures' }));
    expect(actions.cure).toHaveBeenCalledWith(sure.checks[0]?.cure);
  });

  it('says what a number was before the last change', () => {
    const [first, ...others] = card.rows;
    if (!first?.hosts) throw new Error('The fixture has no hosts.');
    const previous = {
      ...card,
      rows: [{ ...first, hosts: { ...first.hosts, text: '6', value: 6 } }, ...others],
    };
    show({ previous });
    expect(candidate('optane').getByText('was 6')).toBeInTheDocument();
    expect(candidate('nand').queryByText(/^was/)).toBeNull();
  });
});

describe('many candidates', () => {
  const [first] = card.rows;
  const rows = Array.from({ length: 12 }, (_, place) => ({
    ...first,
    configuration: `c${String(place)}`,
    name: `Candidate ${String(place)}`,
    place,
  })) as Card['rows'];

  it('are six, and the rest in place', async () => {
    show({ card: { ...card, rows } });
    expect(screen.getAllByTestId(/^candidate-/)).toHaveLength(6);
    await userEvent.click(screen.getByRole('button', { name: '+ 6 more' }));
    expect(screen.getAllByTestId(/^candidate-/)).toHaveLength(12);
    await userEvent.click(screen.getByRole('button', { name: 'show fewer' }));
    expect(screen.getAllByTestId(/^candidate-/)).toHaveLength(6);
  });
});

describe('what cannot be built', () => {
  const lacks = { ...line('lacks', 'The largest VM has 512 GiB.'), why: null, note: 'missing' };
  const impossible: Card = {
    ...card,
    state: 'cannot_be_built',
    label: 'Cannot be built',
    sentence: line('against_each', 'Nothing here can be built.'),
    waiting: null,
    lead: null,
    tiles: [],
    limits: [],
    rows: card.rows.map((each) => ({ ...each, admissible: false, lacks, hosts: null, cost: null })),
    remedies: [
      { cure: { label: 'Add 96 GiB of memory', edits: [{ pointer: '/a', value: 1 }] }, effect: '14 hosts' },
    ],
  };

  it('says why, and offers what cures it with one click', async () => {
    const { actions } = show({ card: impossible, isSure: false });
    expect(screen.getByText('Cannot be built')).toBeInTheDocument();
    expect(screen.queryByRole('radiogroup')).toBeNull();
    expect(screen.queryByText('Would change it')).toBeNull();
    expect(candidate('nand').getByRole('button', { name: /^The largest VM/ })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: /^Add 96 GiB/ }));
    expect(actions.cure).toHaveBeenCalledWith(impossible.remedies[0]?.cure);
  });

  it('keeps the last that could be built', () => {
    const answer = { card, sure: undefined, doubt: undefined, pending: true, error: null };
    const { rerender } = show({ isSure: false });
    expect(screen.queryByText('The last that could be built:')).toBeNull();
    rerender(
      <DecisionCard
        answer={{ ...answer, card: impossible }}
        previous={undefined}
        stale={false}
        level={null}
      />,
    );
    expect(screen.getByText('The last that could be built:')).toBeInTheDocument();
  });
});

describe('what is left open', () => {
  it('offers a change once, also when the simulations ask for it as well', () => {
    const cure = sure.checks[0]?.cure;
    if (!cure) throw new Error('The fixture has no change.');
    show({
      card: { ...card, state: 'open', label: 'Open', waiting: null, remedies: [{ cure, effect: '' }] },
    });
    expect(screen.getAllByRole('button', { name: cure.label })).toHaveLength(1);
    expect(screen.getByRole('button', { name: /^The drives wear out\./ })).toBeInTheDocument();
  });
});

describe('what has no prices', () => {
  it('names the fields that are missing', () => {
    show({
      card: { ...card, state: 'prices_missing', label: 'No cost yet', waiting: null, missing: ['/a', '/b'] },
      isSure: false,
    });
    expect(screen.getByRole('button', { name: 'label of /a' })).toBeInTheDocument();
    expect(screen.queryByText('How sure')).toBeNull();
  });
});

describe('a plan without flash', () => {
  it('has no column for its life', () => {
    show({ card: { ...card, has_flash: false, tiles: card.tiles.slice(0, 2) } });
    expect(screen.queryByRole('columnheader', { name: 'life' })).toBeNull();
    expect(screen.queryByText('years of flash')).toBeNull();
  });
});
