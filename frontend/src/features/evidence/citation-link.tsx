import type { Citation } from '@/api/types';

/** A source, linked if it has a stable address. */
export function CitationLink({ citation, locator }: { citation: Citation; locator?: string | null }) {
  const { citation: text, url } = citation;
  return (
    <>
      {url ? (
        <a href={url} target="_blank" rel="noreferrer">
          {text}
        </a>
      ) : (
        <cite>{text}</cite>
      )}
      {locator && <span className="soft">{` \u00b7 ${locator}`}</span>}
    </>
  );
}
