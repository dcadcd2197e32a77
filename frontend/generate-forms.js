/** Writes the forms of the plan, as the API's description asks for them: part of every build. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { runnerImport } from 'vite';

const [description, target] = ['../docs/openapi.json', 'src/api/generated/forms.gen.ts'].map(
  (path) => new URL(path, import.meta.url),
);
const { module } = await runnerImport(new URL('src/lib/forms-of.ts', import.meta.url).pathname);
const forms = module.formsOf(JSON.parse(readFileSync(description, 'utf8')).components.schemas);
const text = `// This file is written by generate-forms.js.
import type { Forms } from '@/lib/form-types';

export const FORMS: Forms = ${JSON.stringify(forms)};
`;
const style = await resolveConfig(target);
const formatted = await format(text, { ...style, parser: 'typescript' });
// A file that stays as it is makes no build anew.
if (!existsSync(target) || readFileSync(target, 'utf8') !== formatted) writeFileSync(target, formatted);
