import { describe, expect, it } from 'vitest';

import type { OpmModel } from '@/api/types';

import {
  EMPTY_FORM,
  formOf,
  keyFrom,
  modelOf,
  newRow,
  previewOf,
  previewProblems,
  problemsByField,
  rebaseForm,
  sameForm,
} from './model-form';

const model: OpmModel = {
  key: 'web-shop',
  name: 'Web shop',
  measure: 'share_of_baseline',
  kind: 'vendor-stated',
  source: 'A vendor',
  validity: 'ESXi 8',
  points: [
    { medium: 'ssd_local', overcommit_ratio: 1.5, per_vm: 0.95, vms: 24, note: 'quiet' },
    { medium: 'hdd_local', overcommit_ratio: 2, per_vm: 0.4 },
  ],
};

describe('a model as a form', () => {
  it('is the same document again', () => {
    expect(modelOf(formOf(model))).toEqual(model);
    expect(sameForm(formOf(model), formOf(model))).toBe(true);
  });

  it('leaves out blank rows, and sends incomplete ones for the API to judge', () => {
    const form = { ...formOf(model), points: [newRow('ssd_local'), { ...newRow(), overcommit_ratio: 2 }] };
    expect(modelOf(form).points).toEqual([{ overcommit_ratio: 2 }]);
  });

  it('previews complete rows only, whatever name there is', () => {
    expect(previewOf(EMPTY_FORM)).toBeNull();
    const form = formOf(model);
    const typing = { ...form, name: '', points: [{ ...newRow(), overcommit_ratio: 2 }, ...form.points] };
    expect(previewOf(typing)?.points.map((each) => each.per_vm)).toEqual([0.95, 0.4]);
    expect(previewOf(typing)?.name).not.toBe('');
  });

  it('makes a key from a name', () => {
    expect(keyFrom('Web shop, load test of M\u00e4rz')).toBe('web-shop-load-test-of-marz');
    expect(keyFrom(' -- ')).toBe('');
    expect(keyFrom('x'.repeat(100))).toHaveLength(80);
  });

  it('finds the row of a problem though blank rows stand before it', () => {
    const form = { ...formOf(model), points: [newRow(), ...formOf(model).points] };
    const [, first, second] = form.points;
    const problems = [
      { pointer: '/key', code: 'key_taken', message: 'Taken.' },
      { pointer: '/points/1/per_vm', code: 'greater_than', message: 'Must be more than 0.' },
    ];
    const found = problemsByField(form, problems);
    expect(found.get('key')).toBe('Taken.');
    expect(found.get(`points.${second?.id ?? ''}.per_vm`)).toBe('Must be more than 0.');
    const preview = previewProblems(form, [
      { pointer: '/model/points/0/overcommit_ratio', code: 'x', message: 'Too much.' },
    ]);
    expect(preview.get(`points.${first?.id ?? ''}.overcommit_ratio`)).toBe('Too much.');
  });

  it('makes my changes again on top of the newest', () => {
    const base = formOf(model);
    const mine = { ...base, source: 'A vendor, page 7' };
    const newest = formOf({ ...model, name: 'Renamed', points: model.points.slice(0, 1) });
    const merged = modelOf(rebaseForm(base, mine, newest));
    expect(merged).toMatchObject({ name: 'Renamed', source: 'A vendor, page 7' });
    expect(merged.points).toHaveLength(1);
  });
});
