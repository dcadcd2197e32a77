import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

const ROOT = join(import.meta.dirname, '..', '..');

/** So many tests may pass only when they are tried again: a machine may be slow for a moment. */
const TOLERATED = 2;

interface Options {
  print?: (line: string) => void;
  /** The folder that the times are written to. */
  times?: string | undefined;
}

/** Names the tests that passed only at the retry, fails the run if there are many, and writes how long each spec took. */
export default class SteadyReporter implements Reporter {
  private readonly tests = new Set<TestCase>();
  private readonly seconds = new Map<string, number>();
  private readonly print: (line: string) => void;
  private readonly times: string | undefined;

  constructor({ print = console.log, times = process.env.HOSTWISE_TIMES }: Options = {}) {
    this.print = print;
    this.times = times;
  }

  onTestEnd(test: TestCase, { duration }: TestResult): void {
    this.tests.add(test);
    const spec = relative(ROOT, test.location.file).split(sep).join('/');
    this.seconds.set(spec, (this.seconds.get(spec) ?? 0) + duration / 1000);
  }

  async onEnd(): Promise<{ status: FullResult['status'] } | undefined> {
    this.writeTimes();
    const flaky = [...this.tests].filter((test) => test.outcome() === 'flaky');
    if (flaky.length === 0) return undefined;
    const tooMany = flaky.length > TOLERATED;
    this.print(`${tooMany ? 'Failed' : 'Warning'}: passed only at the retry`);
    for (const test of flaky) this.print(`  ${nameOf(test)}`);
    if (!tooMany) return undefined;
    this.print(`At most ${String(TOLERATED)} tests may need a retry.`);
    return { status: 'failed' };
  }

  private writeTimes(): void {
    // An empty variable is none.
    if (!this.times) return;
    const rounded = [...this.seconds].map(([spec, seconds]) => [spec, Math.round(1000 * seconds) / 1000] as const);
    const sorted = rounded.sort(([one], [other]) => one.localeCompare(other));
    mkdirSync(this.times, { recursive: true });
    writeFileSync(join(this.times, 'browser.json'), `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
  }
}

function nameOf(test: TestCase): string {
  // The first two are the project and the file, which is named with its line.
  const [, , , ...titles] = test.titlePath();
  const spec = relative(ROOT, test.location.file).split(sep).join('/');
  return `${spec}:${String(test.location.line)} ${titles.join(' \u203a ')}`;
}
