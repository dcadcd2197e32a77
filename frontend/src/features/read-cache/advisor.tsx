import { Button, SegmentedControl, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { ApiError, errorText } from '@/api/client';
import type { AdviceRequest } from '@/api/types';
import { Disclosure } from '@/components/disclosure';
import { Notice } from '@/components/notice';
import { NumberEntry } from '@/components/number-entry';

import { AdviceAnswer } from './advice-answer';
import { CounterInputs } from './counter-inputs';
import {
  CounterFields,
  type Counters,
  isStarted,
  NO_COUNTERS,
  requestOf,
  type Thresholds,
  type Way,
} from './counters';
import { adviseOnReadCache } from './queries';
import classes from './read-cache.module.css';
import { ThresholdInputs } from './threshold-inputs';

const EXAMPLE =
  'numBlocks: 131072\nnumBlocksCurrentlyCached: 131072\nEvict:avgNumBlocksPerOp: 3\nvFlash:cacheHitPercentage: 40';

/** Whether a running cache has the right size, from its counters, pasted or typed. */
export function Advisor() {
  const [way, setWay] = useState<Way>('paste');
  const [text, setText] = useState('');
  const [previousText, setPreviousText] = useState('');
  const [counters, setCounters] = useState<Counters>(NO_COUNTERS);
  const [previous, setPrevious] = useState<Counters>(NO_COUNTERS);
  const [blockKib, setBlockKib] = useState<number>();
  const [comparing, setComparing] = useState(false);
  const [thresholds, setThresholds] = useState<Thresholds>({});
  const [adjusting, setAdjusting] = useState(false);
  const advice = useMutation({ mutationFn: (request: AdviceRequest) => adviseOnReadCache(request) });
  const fields = advice.error instanceof ApiError ? advice.error.fields : [];
  const problemOf = (root: string) => (name: string) => {
    const found = fields.filter((each) => each.pointer === `/${root}/${name}`);
    return found.map((each) => each.message).join(' ') || undefined;
  };
  const own = fields.filter((each) => !/^\/(statistics|previous|thresholds)\/./.test(each.pointer));
  const empty = way === 'paste' ? text.trim() === '' : !isStarted(counters);
  return (
    <div className={classes.tool}>
      <div className={classes.form}>
        <SegmentedControl
          size="xs"
          aria-label="How to give the counters"
          data={[
            { value: 'paste', label: 'Paste what the command printed' },
            { value: 'fields', label: 'Fill in fields' },
          ]}
          value={way}
          onChange={(next) => setWay(next)}
        />
        {way === 'paste' ? (
          <Textarea
            label="Counters"
            description="Lines of “name: value”; other lines are skipped and listed"
            placeholder={EXAMPLE}
            autosize
            minRows={4}
            maxRows={12}
            value={text}
            classNames={{ input: classes.mono }}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        ) : (
          <CounterInputs counters={counters} problemOf={problemOf('statistics')} onChange={setCounters} />
        )}
        <NumberEntry
          className={classes.narrow}
          label="Block size"
          description="Optional: gives the next size in GiB"
          unit="KiB"
          value={blockKib}
          error={fields.find((each) => each.pointer === '/block_kib')?.message}
          onChange={setBlockKib}
        />
        <Disclosure title="Compare with the size before" level={3} open={comparing} onToggle={setComparing}>
          {way === 'paste' ? (
            <Textarea
              label="Counters at the size before"
              autosize
              minRows={4}
              maxRows={12}
              value={previousText}
              classNames={{ input: classes.mono }}
              onChange={(event) => setPreviousText(event.currentTarget.value)}
            />
          ) : (
            <CounterInputs counters={previous} problemOf={problemOf('previous')} onChange={setPrevious} />
          )}
        </Disclosure>
        <Disclosure title="Own thresholds" level={3} open={adjusting} onToggle={setAdjusting}>
          <ThresholdInputs
            thresholds={thresholds}
            used={advice.data?.thresholds ?? []}
            problemOf={problemOf('thresholds')}
            onChange={setThresholds}
          />
        </Disclosure>
        <div>
          <Button
            variant="filled"
            disabled={empty}
            loading={advice.isPending}
            onClick={() =>
              advice.mutate(
                requestOf({ way, text, counters, previousText, previous, blockKib, comparing, thresholds }),
              )
            }
          >
            Advise
          </Button>
        </div>
        {advice.error && (
          <Notice tone="error" title="No advice.">
            {own.length > 0
              ? own.map((each) => [each.message, each.hint].filter(Boolean).join(' ')).join(' ')
              : errorText(advice.error)}
          </Notice>
        )}
      </div>
      <div>
        {advice.data ? (
          <AdviceAnswer advice={advice.data} />
        ) : (
          <p className="soft">
            The verdict, its reason and the next step appear here. Enter {CounterFields.join(', ')}; the first
            two are required.
          </p>
        )}
      </div>
    </div>
  );
}
