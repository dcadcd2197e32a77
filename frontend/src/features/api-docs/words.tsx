import { Fragment } from 'react';

/** A text of the description, whose paragraphs, code and stressed words are written as in Markdown. */
export function Words({ text }: { text: string }) {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph, index) => (
      <p key={index}>
        <Line text={paragraph} />
      </p>
    ));
}

export function Line({ text }: { text: string }) {
  return text.split(/(`[^`]+`|\*[^*\s][^*]*\*)/).map((part, index) => {
    const inner = part.slice(1, -1);
    if (index % 2 === 0) return <Fragment key={index}>{part}</Fragment>;
    return part.startsWith('`') ? <code key={index}>{inner}</code> : <em key={index}>{inner}</em>;
  });
}
