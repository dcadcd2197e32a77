/** Writes what the API's description says of the plan's fields, its forms, its lists and its questions: part of every build. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { runnerImport } from 'vite';

const at = (path) => new URL(path, import.meta.url);
const { components, paths } = JSON.parse(readFileSync(at('../docs/openapi.json'), 'utf8'));
const { schemas } = components;
const { module: forms } = await runnerImport(at('src/plan/forms-of.ts').pathname);
const { module: lists } = await runnerImport(at('src/plan/lists-of.ts').pathname);
const { module: questions } = await runnerImport(at('src/api/questions-of.ts').pathname);

await write(
  at('src/plan/forms.gen.ts'),
  `import type { Forms } from './form-types';

export const FORMS: Forms = ${JSON.stringify(forms.formsOf(schemas))};
`,
);
await write(
  at('src/plan/plan-lists.gen.ts'),
  `import type { PlanList } from './lists-of';

export const LISTS: Record<string, PlanList> = ${JSON.stringify(lists.listsOf(schemas))};
`,
);
await write(at('src/api/questions.gen.ts'), questions.questionsOf(paths));

async function write(target, text) {
  const style = await resolveConfig(target);
  const whole = `// This file is written by generate-forms.js.\n${text}`;
  const formatted = await format(whole, { ...style, parser: 'typescript' });
  // A file that stays as it is makes no build anew.
  if (!existsSync(target) || readFileSync(target, 'utf8') !== formatted) writeFileSync(target, formatted);
}
