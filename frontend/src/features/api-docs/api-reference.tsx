import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, lazy, useState } from 'react';
import OVERVIEW from 'virtual:api-overview';

import { SearchIcon } from '@/components/icons';
import { LazyBoundary } from '@/components/lazy-boundary';
import { Notice } from '@/components/notice';
import frame from '@/components/page-frame.module.css';
import { Blocks } from '@/components/skeleton';
import { hasWords, wordsOf } from '@/lib/words';

import classes from './api-reference.module.css';
import { byTag, type Description, type Listed, placeOf } from './description';
import { Words } from './words';

import DESCRIPTION from '../../../../docs/openapi.json?url';

const OperationDetails = lazy(async () => ({ default: (await import('./operation')).OperationDetails }));

/** As the server writes it, which takes seconds for it; loaded when the first operation is opened, since it is large. */
const descriptionQuery = {
  queryKey: ['openapi'],
  queryFn: async (): Promise<Description> => {
    const response = await fetch(DESCRIPTION);
    if (!response.ok) throw new Error(response.statusText);
    return (await response.json()) as Description;
  },
  staleTime: Infinity,
};

interface Props {
  /** The tag or operation that the address names, without #. */
  hash: string;
  onOpen: (hash: string) => void;
}

/** The API's description, to read and to try. */
export function ApiReference({ hash, onOpen }: Props) {
  const [text, setText] = useState('');
  // A token that is entered lasts as long as the page.
  const [token, setToken] = useState('');
  const words = wordsOf(text);
  const found = OVERVIEW.operations.filter(({ tag, id, method, path, summary, description }) =>
    hasWords(words, [tag, id, method, path, summary, description]),
  );
  const groups = byTag(found);
  return (
    <div className={classes.reference}>
      <h1 className={frame.title}>
        {OVERVIEW.info.title} API <span className="soft">{OVERVIEW.info.version}</span>
      </h1>
      <div className={classes.lead}>
        <Words text={OVERVIEW.info.description} />
        <p>
          The whole description is <a href="/api/openapi.json">openapi.json</a>.
        </p>
      </div>
      <div className={classes.entries}>
        <TextInput
          type="search"
          label="Search the operations"
          placeholder="evaluate, plans, report"
          leftSection={<SearchIcon size={14} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <TextInput
          type="password"
          label="Token"
          placeholder={'hw_\u2026'}
          autoComplete="off"
          description="For what is sent from here. It is forgotten when you leave the page."
          inputWrapperOrder={['label', 'input', 'description']}
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
      </div>
      <p role="status" className="soft small">
        {words.length > 0 &&
          (found.length === 0 ? 'No operation has all of these words.' : `${String(found.length)} found`)}
      </p>
      <nav aria-label="Parts of the API" className={classes.tags}>
        {groups.map(([tag]) => (
          <Link key={tag} to="/api/docs" hash={placeOf(tag)}>
            {tag}
          </Link>
        ))}
      </nav>
      {groups.map(([tag, operations]) => (
        <section key={tag} aria-labelledby={placeOf(tag)} className={classes.group}>
          <h2 id={placeOf(tag)}>{tag}</h2>
          {operations.map((each) => (
            <Operation key={each.id} listed={each} token={token} hash={hash} onOpen={onOpen} />
          ))}
        </section>
      ))}
    </div>
  );
}

interface OperationProps extends Props {
  listed: Listed;
  token: string;
}

function Operation({ listed, token, hash, onOpen }: OperationProps) {
  const place = placeOf(listed.tag, listed.id);
  const isNamed = hash.split('/').at(-1) === listed.id;
  const [open, setOpen] = useState(isNamed);
  const [named, setNamed] = useState(isNamed);
  if (named !== isNamed) {
    setNamed(isNamed);
    if (isNamed) setOpen(true);
  }
  return (
    <details
      id={place}
      className={classes.operation}
      open={open}
      onToggle={(event) => {
        const isOpen = event.currentTarget.open;
        setOpen(isOpen);
        if (isOpen && !open) onOpen(place);
      }}
    >
      <summary>
        <h3>
          <span className={classes.method} data-method={listed.method}>
            {listed.method}
          </span>{' '}
          <code>
            {/* A long one may go on in the next line after each of its parts. */}
            {listed.path.split(/(?<=\w\/)/).map((part, index) => (
              <Fragment key={index}>
                {index > 0 && <wbr />}
                {part}
              </Fragment>
            ))}
          </code>
        </h3>{' '}
        <span className="soft small">{listed.summary}</span>
      </summary>
      {open && <Described listed={listed} token={token} />}
    </details>
  );
}

function Described({ listed, token }: { listed: Listed; token: string }) {
  const { data, isError } = useQuery(descriptionQuery);
  if (isError) return <Notice tone="error">The description could not be loaded.</Notice>;
  const loading = (
    <div className={classes.details}>
      <Words text={listed.description} />
      <Blocks heights={[18, 48, 120]} />
    </div>
  );
  if (!data) return loading;
  return (
    <LazyBoundary fallback={loading}>
      <OperationDetails description={data} listed={listed} token={token} />
    </LazyBoundary>
  );
}
