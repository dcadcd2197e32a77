import { expect, test } from 'vitest';

/** Every module by its path in src. */
const MODULES = Object.entries(
  import.meta.glob<string>(['./**/*.{ts,tsx}', '!./api/generated/**'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
).map(([path, text]) => ({ path: path.slice('./'.length), text }));

const TEST = /\.test\.tsx?$/;
/** A hook runs in a page, and not by itself. */
const HOOK = /\buse[A-Z]\w*\(/;
/** So does what asks the server. */
const OF_A_PAGE =
  /from '(?:react|react-dom|@tanstack\/[\w-]+|@mantine\/[\w-]+|recharts|@\/api\/generated\/sdk\.gen|\.\/generated\/sdk\.gen)'/;
const DECISION =
  /\b(?:if|switch|while|for) \(|\s\?\s|\?\?|\s&&\s|\s\|\|\s|\.(?:filter|find|findIndex|some|every|includes|toSorted|sort|reduce|replace|replaceAll|test|match|exec)\(/;

/** The text without comments and types, which decide nothing. */
const code = (text: string) =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/^(?:export )?(?:interface|type) [\s\S]*?^(?:\}|.*;)$/gm, '');

/** The paths of the modules that a module imports. */
function importsOf({ path, text }: { path: string; text: string }): string[] {
  return [...text.matchAll(/(?:from|import) '((?:@|\.{1,2})\/[^'?]+)/g)].map(([, name = '']) =>
    new URL(name.replace(/^@\//, '/'), `file:///${path}`).pathname.slice(1),
  );
}

const ofTests = new Set(MODULES.filter(({ path }) => TEST.test(path)).flatMap(importsOf));

const pure = MODULES.filter(
  ({ path, text }) =>
    path.endsWith('.ts') &&
    !/\.(?:test|gen|d)\.ts$|^test-(?:fixtures|setup)/.test(path) &&
    !OF_A_PAGE.test(text) &&
    !HOOK.test(code(text)) &&
    DECISION.test(code(text)),
).map(({ path }) => path);

test('every module that decides something by itself is imported by a test', () => {
  // The search finds what it is meant to find.
  expect(pure).toContain('plan/plan-merge.ts');
  expect(pure.length).toBeGreaterThan(50);
  expect(pure.filter((path) => !ofTests.has(path.slice(0, -'.ts'.length)))).toEqual([]);
});
