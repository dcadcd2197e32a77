import { expect, it } from 'vitest';

import { plan } from '@/test-fixtures/plan';

import { draftIn, draftKey, draftName, type Origin, readDraft, scenariosName, writeDraft } from './drafts';
import { keepImported, readImported } from './imported-plans';
import { discardUnsaved, unsavedPlans } from './unsaved-plans';
import { openDraft } from '@/lib/use-draft-storage';

const changed = (origin: Origin, name: string, at: number) =>
  writeDraft(draftKey(origin), { base: { plan, revision: 1 }, plan: { ...plan, name }, at });

it('lists what was not saved, the newest first, each once', () => {
  const now = Date.now();
  const key = keepImported({ ...plan, name: 'As read' });
  changed({ kind: 'plan', key: 'a-b' }, 'Saved', now + 2_000);
  changed({ kind: 'sample', key: 'nvme.2026' }, 'Sample', now + 3_000);
  changed({ kind: 'new' }, 'New', now + 1_000);
  localStorage.setItem('hostwise.draft.of another version', '{}');
  localStorage.setItem('hostwise.draft.plan.broken', '{');
  expect(unsavedPlans().map(({ name, origin }) => [name, origin])).toEqual([
    ['Sample', { kind: 'sample', key: 'nvme.2026' }],
    ['Saved', { kind: 'plan', key: 'a-b' }],
    ['New', { kind: 'new' }],
    ['As read', { kind: 'imported', key }],
    ['Unnamed plan', { kind: 'plan', key: 'broken' }],
  ]);
  localStorage.removeItem('hostwise.draft.plan.broken');
  changed({ kind: 'imported', key }, 'Edited', now + 4_000);
  expect(unsavedPlans().map(({ name }) => name)).toEqual(['Edited', 'Sample', 'Saved', 'New']);
  const counted = plan.workload.groups.reduce((sum, { count }) => sum + count, 0);
  expect(unsavedPlans().map(({ vms }) => vms)).toEqual([counted, counted, counted, counted]);
});

it('forgets what is discarded, and nothing else', () => {
  const key = keepImported(plan);
  const origins: Origin[] = [{ kind: 'imported', key }, { kind: 'new' }];
  for (const origin of origins) {
    changed(origin, 'Edited', 1);
    localStorage.setItem(scenariosName(draftKey(origin)), '[]');
  }
  for (const each of unsavedPlans().filter(({ origin }) => origin.kind === 'imported')) discardUnsaved(each);
  expect(readImported(key)).toBeNull();
  // Those of a plan that can be opened again stay.
  expect(origins.map((origin) => localStorage.getItem(scenariosName(draftKey(origin))))).toEqual([
    null,
    '[]',
  ]);
  expect(readDraft(draftKey({ kind: 'imported', key }))).toBeNull();
  expect(unsavedPlans().map(({ id }) => id)).toEqual(['new']);
});

it('names what this version cannot read, and forgets it only when it is discarded', () => {
  const later = JSON.stringify({ plan: { name: 'Of a later version', schema_version: 2 } });
  localStorage.setItem('hostwise.draft.plan.a', later);
  localStorage.setItem('hostwise.imported.k', JSON.stringify({ name: 'Imported later' }));
  const named = () => unsavedPlans().map(({ name, readable }) => [name, readable]);
  const both = [
    ['Imported later', false],
    ['Of a later version', false],
  ];
  expect(named()).toEqual(both);
  expect(openDraft(draftName('plan.a'), draftIn)).toEqual({ draft: null, text: null });
  expect(named()).toEqual(both);
  unsavedPlans().forEach(discardUnsaved);
  expect(localStorage).toHaveLength(0);
});
