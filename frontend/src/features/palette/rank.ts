import type { Command } from '@/components/commands';

/** Whether a name begins with a word, has a word that does, has it somewhere, or has its letters in order. */
function distance(name: string, word: string): number | null {
  if (name.startsWith(word)) return 0;
  const at = name.indexOf(word);
  if (at > 0) return /[\s(/:-]/.test(name.charAt(at - 1)) ? 1 : 2;
  return word.length >= 2 && gaps(name, word) ? 4 : null;
}

/** Whether the letters of a word stand in a name in their order, the first at the start of one of its words. */
function gaps(name: string, word: string): boolean {
  const parts = name.split(/[\s(/:-]+/);
  return parts.some((_, first) => {
    const rest = parts.slice(first).join('');
    let at = rest.startsWith(word.charAt(0)) ? 1 : -1;
    for (const letter of at < 0 ? '' : word.slice(1)) {
      at = rest.indexOf(letter, at) + 1;
      if (at === 0) return false;
    }
    return at > 0;
  });
}

/** How far a command is from what is looked for; null where it is something else. */
function distanceOf({ label, kind, of = '', words = '' }: Command, wanted: readonly string[]): number | null {
  const name = label.toLowerCase();
  const around = `${of} ${words} ${kind}`.toLowerCase();
  let sum = 0;
  for (const word of wanted) {
    const near = distance(name, word) ?? (around.includes(word) ? 5 : null);
    if (near === null) return null;
    sum += near;
  }
  return sum;
}

/** The commands that are meant by a text, the nearest first, and among equals the shorter name. */
export function ranked(commands: readonly Command[], text: string): Command[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [...commands];
  return commands
    .flatMap((command) => {
      const far = distanceOf(command, wanted);
      return far === null ? [] : [{ command, far }];
    })
    .toSorted((a, b) => a.far - b.far || a.command.label.length - b.command.label.length)
    .map(({ command }) => command);
}
