import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { ElementContent } from 'hast';
import { type ComponentProps, Fragment, lazy, type ReactNode } from 'react';
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown';
import rehypeSlug from 'rehype-slug';
import remarkMath from 'remark-math';

import { LinkIcon } from '@/components/icons';
import { LazyBoundary } from '@/components/lazy-boundary';
import { Blocks } from '@/components/skeleton';

import { DocLink } from './doc-link';
import classes from './docs.module.css';
import { type Page, pathOf, placeOf } from './library';
import { rehypeRowHeads, remarkPlaces, remarkTables } from './plugins';
import { isPage, PICTURES } from './texts';

const Formula = lazy(() => import('@/components/formula'));

const REMARK = [remarkTables, [remarkMath, { singleDollarTextMath: false }], remarkPlaces] as ComponentProps<
  typeof ReactMarkdown
>['remarkPlugins'];
const REHYPE = [rehypeSlug, rehypeRowHeads];

/** A page as it is read: formulas set, links leading on within the app, places that can be linked to. */
export function Markdown({ page }: { page: Page }) {
  const components: Components = {
    h1: ({ children }) => <h1>{children}</h1>,
    h2: ({ children, id }) => <Heading level={2} id={id} page={page} text={children} />,
    h3: ({ children, id }) => <Heading level={3} id={id} page={page} text={children} />,
    pre: Block,
    code: ({ children }) => <code>{typeof children === 'string' ? breakable(children) : children}</code>,
    table: ({ children }) => (
      // A wide table scrolls sideways, and must do so by keyboard too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <div className={classes.frame} role="group" aria-label="Table" tabIndex={0}>
        <table>{children}</table>
      </div>
    ),
    a: ({ href = '', children }) => {
      const place = placeOf(page, href, isPage);
      if (typeof place === 'string') return <a href={place}>{children}</a>;
      return <DocLink place={place}>{children}</DocLink>;
    },
    img: ({ src = '', alt }) => (
      <img
        className={classes.picture}
        src={PICTURES.get(pathOf(page, src)) ?? src}
        alt={alt}
        loading="lazy"
      />
    ),
  };
  return (
    <ReactMarkdown remarkPlugins={REMARK} rehypePlugins={REHYPE} components={components} skipHtml>
      {page.text}
    </ReactMarkdown>
  );
}

interface HeadingProps {
  level: 2 | 3;
  id: string | undefined;
  page: Page;
  text: ReactNode;
}

function Heading({ level, id = '', page, text }: HeadingProps) {
  const Tag = `h${level}` as const;
  return (
    <Tag id={id} className={classes.heading}>
      {text}
      <DocLink
        place={{ address: page.address, hash: id }}
        className={classes.anchor}
        label="Link to this part"
      >
        <LinkIcon size={12} />
      </DocLink>
    </Tag>
  );
}

/** An equation, or code with a button that copies it. */
function Block({ node }: ExtraProps) {
  const clipboard = useClipboard({ timeout: 2_000 });
  const code = node?.children[0];
  if (code?.type !== 'element') return null;
  const text = code.children.map(textOf).join('').replace(/\n$/, '');
  const names = code.properties.className;
  if (Array.isArray(names) && names.includes('math-display')) {
    return (
      <div className={classes.formula}>
        <LazyBoundary fallback={<Blocks heights={[56]} />}>
          <Formula latex={text} label="Equation" />
        </LazyBoundary>
      </div>
    );
  }
  return (
    <div className={classes.code}>
      <pre>
        <code>{text}</code>
      </pre>
      <Button className={classes.copy} size="compact-xs" onClick={() => clipboard.copy(text)}>
        {clipboard.copied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}

/** A long name may go on in the next line after each of its words. */
const breakable = (name: string) =>
  name.split(/(?<=\w[_/])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

const textOf = (node: ElementContent): string => (node.type === 'text' ? node.value : '');
