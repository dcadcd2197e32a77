import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';

import { ApiError } from '@/api/client';
import type { Decision } from '@/api/types';
import { decision, line, simulated } from '@/test-fixtures/decision';
import { renderInPage } from '@/test-fixtures/render';

import { DecisionCard } from './decision-card';

interface Shown {
  decision?: Decision;
  previous?: Decision;
  error?: Error | null;
  onLevel?: (level: number | null) => void;
}

function show({ decision: shown = simulated, previous, error = null, onLevel }: Shown = {}) {
  const answer = { decision: shown, pending: shown.phase === 'sized' && error === null, error };
  return renderInPage(
    <DecisionCard answer={answer} previous={previous} stale={false} level={null} onLevel={onLevel} />,
  );
}

const candidate = (key: string) => within(screen.getByTestId(`candidate-${key}`));

describe('the decision as sized', () => {
  it('states facts, with no word of advice', () => {
    show({ decision });
    expect(screen.getByTestId('advice')).toHaveTextContent(
      'Optane is the cheapest as entered: 42 % cheaper than NAND. Running 4,096 simulations\u2026',
    );
    expect(screen.queryByText('advised')).toBeNull();
    expect(screen.queryByText('Likely')).toBeNull();
    expect(screen.getByRole('region', { name: 'Advice' })).toHaveAttribute('aria-busy', 'true');
  });

  it('has all figures of the plan as it is sized', () => {
    show({ decision });
    expect(screen.getAllByRole('button', { name: 'Hosts: 4. Why?' })).toHaveLength(1);
    expect(candidate('nand').getByRole('button', { name: 'Hosts, NAND: 7. Why?' })).toBeInTheDocument();
    expect(candidate('nand').getByText('reference')).toBeInTheDocument();
    expect(
      candidate('optane').getByRole('button', { name: /^Cost against NAND, Optane: / }),
    ).toBeInTheDocument();
    expect(candidate('nand').queryByText('no flash')).toBeNull();
  });

  it('has the checks that are known already, each in the place where it stays', () => {
    const { rerender } = show({ decision });
    const checks = () => {
      const [, list] = screen.getAllByRole('list').slice(-2);
      return within(list ?? document.body)
        .getAllByRole('listitem')
        .map((each) => each.textContent.trim());
    };
    expect(checks()).toEqual(['The drives wear out.', '', '']);
    rerender(
      <DecisionCard
        answer={{ decision: simulated, pending: false, error: null }}
        previous={undefined}
        stale={false}
        level={null}
      />,
    );
    expect(checks()).toEqual([
      'The drives wear out.',
      'Size for 9 of 10 simulations 4 hosts cover too little.',
      '',
    ]);
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
    show({ decision, error: new ApiError(413, problem) });
    expect(screen.getByTestId('advice')).toHaveTextContent('Too many groups. The comparison below stands.');
    expect(screen.getByRole('button', { name: /^The drives wear out\./ })).toBeInTheDocument();
  });
});

describe('the card of a plan that is simulated', () => {
  it('has the verdict, whom it advises, how sure that is, and what would change it', () => {
    show();
    expect(screen.getByText('Likely')).toBeInTheDocument();
    expect(screen.getByTestId('advice')).toHaveTextContent(/^Prefer Optane\.$/);
    expect(candidate('optane').getByText('advised')).toBeInTheDocument();
    expect(candidate('nand').queryByText('advised')).toBeNull();
    expect(screen.getByRole('button', { name: /^How sure: 79/ })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /^Range of the cost: 110/ })).toBeInTheDocument();
    expect(
      screen.getByRole('button', { name: /^Price of memory above 1\.7 times the value: take NAND/ }),
    ).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /^Growth in VMs below/ })).toBeInTheDocument();
    // There is room for two.
    expect(screen.queryByText(/^Price of drives/)).toBeNull();
  });

  it('says it in the words of the decision where nothing alone would change the advice', () => {
    show({
      decision: { ...simulated, break_evens_title: 'No input alone puts NAND first', break_evens: [] },
    });
    expect(screen.getByRole('heading', { name: 'No input alone puts NAND first' })).toBeInTheDocument();
    expect(screen.queryByText('Break-evens')).toBeNull();
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
    expect(screen.getByRole('radio', { name: 'Base case' })).toBeChecked();
    await userEvent.click(screen.getByRole('radio', { name: '9 of 10 simulations' }));
    expect(onLevel).toHaveBeenCalledWith(0.9);
    expect(screen.getByRole('button', { name: /^Cost 9 of 10 simulations: \+17/ })).toBeInTheDocument();
  });

  it('offers no level and no change where nothing can be edited', () => {
    show();
    expect(screen.getByRole('radio', { name: 'Base case' })).toBeDisabled();
  });

  it('makes a change of one click', async () => {
    const { actions } = show();
    await userEvent.click(screen.getByRole('button', { name: 'Size for 9 of 10 simulations' }));
    expect(actions.apply).toHaveBeenCalledWith(simulated.checks[1]?.remedy);
  });

  it('says what a number was before the last change', () => {
    const [first, ...others] = decision.rows;
    if (!first?.hosts) throw new Error('The fixture has no hosts.');
    const previous = {
      ...decision,
      rows: [{ ...first, hosts: { ...first.hosts, text: '6', value: 6 } }, ...others],
    };
    show({ previous });
    expect(candidate('optane').getByText(/^was 6 \u00b7 /)).toBeInTheDocument();
    expect(candidate('nand').queryByText(/^was/)).toBeNull();
  });
});

describe('many candidates', () => {
  const [first] = decision.rows;
  const rows = Array.from({ length: 12 }, (_, place) => ({
    ...first,
    configuration: `c${String(place)}`,
    name: `Candidate ${String(place)}`,
    place,
  })) as Decision['rows'];

  it('are six, and the rest in place', async () => {
    show({ decision: { ...simulated, rows } });
    expect(screen.getAllByTestId(/^candidate-/)).toHaveLength(6);
    await userEvent.click(screen.getByRole('button', { name: '+ 6 more' }));
    expect(screen.getAllByTestId(/^candidate-/)).toHaveLength(12);
    await userEvent.click(screen.getByRole('button', { name: 'show fewer' }));
    expect(screen.getAllByTestId(/^candidate-/)).toHaveLength(6);
  });
});

describe('what cannot be built', () => {
  const lacks = { ...line('lacks', 'The largest VM has 512 GiB.'), why: null, note: 'missing' };
  const impossible: Decision = {
    ...decision,
    state: 'cannot_be_built',
    label: 'Cannot be built',
    sentence: line('against_each', 'Nothing here can be built.'),
    pending: null,
    lead: null,
    tiles: [],
    limits: [],
    rows: decision.rows.map((each) => ({ ...each, admissible: false, lacks, hosts: null, cost: null })),
    remedies: [
      { remedy: { label: 'Add 96 GiB of memory', edits: [{ pointer: '/a', value: 1 }] }, effect: '14 hosts' },
    ],
  };

  it('says why, and offers what cures it with one click', async () => {
    const { actions } = show({ decision: impossible });
    expect(screen.getByText('Cannot be built')).toBeInTheDocument();
    expect(screen.queryByRole('radiogroup')).toBeNull();
    expect(screen.queryByText('Break-evens')).toBeNull();
    expect(candidate('nand').getByRole('button', { name: /^The largest VM/ })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: /^Add 96 GiB/ }));
    expect(actions.apply).toHaveBeenCalledWith(impossible.remedies[0]?.remedy);
  });

  it('keeps the last that could be built', () => {
    const answer = { decision, pending: true, error: null };
    const { rerender } = show({ decision });
    expect(screen.queryByText('The last that could be built:')).toBeNull();
    rerender(
      <DecisionCard
        answer={{ ...answer, decision: impossible }}
        previous={undefined}
        stale={false}
        level={null}
      />,
    );
    expect(screen.getByText('The last that could be built:')).toBeInTheDocument();
  });
});

describe('what is left open', () => {
  it('offers a change, and has checks, but nothing that only simulations say', () => {
    const remedy = simulated.checks[1]?.remedy;
    if (!remedy) throw new Error('The fixture has no change.');
    show({
      decision: {
        ...decision,
        state: 'open',
        label: 'Open',
        strength: 'open',
        pending: null,
        remedies: [{ remedy, effect: '' }],
      },
    });
    expect(screen.getAllByRole('button', { name: remedy.label })).toHaveLength(1);
    expect(screen.getByRole('button', { name: /^The drives wear out\./ })).toBeInTheDocument();
  });
});

describe('what has no prices', () => {
  it('names the fields that are missing', () => {
    show({
      decision: {
        ...decision,
        state: 'prices_missing',
        label: 'No cost yet',
        pending: null,
        missing: ['/a', '/b'],
      },
    });
    expect(screen.getByRole('button', { name: 'label of /a' })).toBeInTheDocument();
    expect(screen.queryByText('How sure')).toBeNull();
  });
});

describe('a plan without flash', () => {
  it('has no column for its life', () => {
    show({ decision: { ...simulated, has_flash: false, tiles: simulated.tiles.slice(0, 2) } });
    expect(screen.queryByRole('columnheader', { name: 'life' })).toBeNull();
    expect(screen.queryByText('years of flash')).toBeNull();
  });
});
