import { expect, type Locator } from '@playwright/test';

import { expectDrawn } from './charts';

interface Drawn {
  basis: string;
  tag: string;
  dash: string | null;
  fill: string | null;
  paleness: number;
}

/** Everything drawn in the charts below a place that says what it rests on. */
export async function drawn(scope: Locator): Promise<Drawn[]> {
  return scope.locator('svg [data-basis]').evaluateAll((elements) =>
    elements.map((element) => ({
      basis: element.getAttribute('data-basis') ?? '',
      tag: element.tagName,
      dash: element.getAttribute('stroke-dasharray'),
      fill: element.getAttribute('fill'),
      paleness: Number(element.getAttribute('fill-opacity') ?? 1),
    })),
  );
}

const NO_EVIDENCE = ['extrapolated', 'assumed', 'single_point', 'vendor-stated', 'entered'];

/** What nobody measured is broken, hollow or pale; what was measured is none of these. Gives the bases that there are. */
export async function expectHonest(scope: Locator): Promise<Set<string>> {
  await expectDrawn(scope.page(), scope.locator('svg [data-basis]'));
  const all = await drawn(scope);
  for (const each of all) {
    const broken = each.dash !== null && each.dash !== 'none';
    const hollow = each.fill === 'var(--surface)';
    const pale = each.paleness < 1;
    const words = JSON.stringify(each);
    if (NO_EVIDENCE.includes(each.basis)) expect(broken || hollow || pale, words).toBe(true);
    if (each.basis === 'measured') expect(broken || pale, words).toBe(false);
  }
  return new Set(all.map((each) => each.basis));
}
