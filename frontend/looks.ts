/** The colours of `tokens.json`, which the PDF and the workbook read too, as variables of a style sheet. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

import type tokensFile from '../backend/hostwise/reports/design_tokens/tokens.json';

type Tokens = typeof tokensFile;
type Theme = 'light' | 'dark';

const FILE = fileURLToPath(new URL('../backend/hostwise/reports/design_tokens/tokens.json', import.meta.url));
const ID = 'virtual:looks.css';
const RESOLVED = `\0${ID}`;

/** Makes `virtual:looks.css` of the file, and again when the file changes. */
export function looks(): Plugin {
  return {
    name: 'hostwise-looks',
    resolveId: (id) => (id === ID ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined;
      this.addWatchFile(FILE);
      return looksCss(JSON.parse(readFileSync(FILE, 'utf-8')) as Tokens);
    },
  };
}

function looksCss(tokens: Tokens): string {
  return [
    // A picture for paper is light in a dark page, too.
    `:root,\n[data-looks='light'] {\n${variables(tokens, 'light')}\n}`,
    `:root[data-mantine-color-scheme='dark'] {\n${variables(tokens, 'dark')}\n}`,
  ].join('\n\n');
}

function variables(tokens: Tokens, theme: Theme): string {
  const found: [string, string][] = Object.entries(tokens.surfaces).map(([key, each]) => [key, each[theme]]);
  found.push(['missing', wash(tokens.missing[theme])]);
  tokens.configurations.colours.forEach((each, index) => {
    found.push([`configuration-${String(index)}`, each[theme]]);
  });
  found.push(['neutral', tokens.neutral[theme].fill], ['neutral-ink', tokens.neutral[theme].ink]);
  const filled = { cost: tokens.cost_parts, reclaimed: tokens.reclaimed, regime: tokens.regimes };
  for (const [group, them] of Object.entries(filled)) {
    for (const [key, each] of Object.entries(them)) {
      found.push([`${group}-${key}`, each[theme].fill], [`${group}-${key}-ink`, each[theme].ink]);
    }
  }
  for (const [key, each] of Object.entries(tokens.memory_states))
    found.push([`state-${key}`, wash(each[theme])]);
  for (const [key, each] of Object.entries(tokens.media)) found.push([`medium-${key}`, each[theme]]);
  return found.map(([name, value]) => `  --${name}: ${value};`).join('\n');
}

function wash({ colour, opacity }: { colour: string; opacity: number }): string {
  const channels = [1, 3, 5].map((at) => String(parseInt(colour.slice(at, at + 2), 16)));
  return `rgb(${channels.join(' ')} / ${String(opacity * 100)}%)`;
}
