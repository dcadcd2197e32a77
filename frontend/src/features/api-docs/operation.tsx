import { Button, Input, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { type SyntheticEvent, useId, useState } from 'react';

import { Notice } from '@/components/notice';

import { Answer } from './answer';
import classes from './api-reference.module.css';
import {
  answersOf,
  bodyOf,
  type Description,
  limitsOf,
  type Listed,
  type Parameter,
  typeOf,
} from './description';
import { Fields } from './fields';
import { Fold } from './fold';
import { type Answered, ask, curlOf, type Filled } from './request';
import { Line, Words } from './words';

const SCOPES: Record<string, string> = {
  read: 'Where tokens are required, one that may read.',
  write: 'Where tokens are required, one that may write.',
  admin: 'Where tokens are required, one that may administer.',
};

interface Props {
  description: Description;
  listed: Listed;
  token: string;
}

/** An operation with all that it takes and answers, and a form that sends it. */
export function OperationDetails({ description, listed, token }: Props) {
  const operation = description.paths[listed.path]?.[listed.method.toLowerCase()];
  const [values, setValues] = useState<Record<string, string>>({});
  const [changed, setChanged] = useState<string>();
  const [file, setFile] = useState<File | null>(null);
  const [answered, setAnswered] = useState<Answered>();
  const [failed, setFailed] = useState<string>();
  const [sending, setSending] = useState(false);
  const id = useId();
  if (!operation) return <p>The server does not have this operation.</p>;

  const parameters = operation.parameters ?? [];
  const body = bodyOf(description, operation);
  const text = changed ?? body?.example ?? '';
  const filled: Filled = { values, text, file, token };
  const scope = SCOPES[operation['x-token-scope'] ?? ''];

  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    setSending(true);
    setFailed(undefined);
    try {
      setAnswered(await ask(listed, parameters, body, filled));
    } catch {
      setAnswered(undefined);
      setFailed('The server did not answer.');
    } finally {
      setSending(false);
    }
  };

  return (
    <form className={classes.details} onSubmit={(event) => void send(event)}>
      <Words text={listed.description} />
      {scope !== undefined && <p className="soft">{scope}</p>}
      {parameters.length > 0 && <h4>Parameters</h4>}
      {parameters.map((each) => (
        <TextInput
          key={each.in + each.name}
          label={<code>{each.name}</code>}
          description={<About description={description} parameter={each} />}
          required={each.required === true}
          value={values[each.name] ?? ''}
          onChange={(event) => setValues({ ...values, [each.name]: event.currentTarget.value })}
        />
      ))}
      {body && (
        <>
          <h4>
            Body <span className="soft small">{body.type}</span>
          </h4>
          {body.example === undefined ? (
            <Input.Wrapper label="File" id={`${id}-file`} required>
              <input
                id={`${id}-file`}
                type="file"
                required
                className={classes.file}
                onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
              />
            </Input.Wrapper>
          ) : (
            <>
              <textarea
                aria-label="Body"
                className={classes.body}
                spellCheck={false}
                rows={Math.min(14, text.split('\n').length + 1)}
                value={text}
                onChange={(event) => setChanged(event.currentTarget.value)}
              />
              <Fold title="Fields of the body">
                <Fields description={description} schema={body.schema} />
              </Fold>
            </>
          )}
        </>
      )}
      <Curl text={curlOf(window.location.origin, listed, parameters, body, filled)} />
      <div>
        <Button type="submit" variant="filled" loading={sending}>
          Send
        </Button>
      </div>
      {failed !== undefined && <Notice tone="error">{failed}</Notice>}
      {answered && <Answer answered={answered} />}
      <h4>Answers</h4>
      <ul className={classes.answers}>
        {Object.entries(operation.responses).map(([status, { description: words, content = {} }]) => (
          <li key={status}>
            <code>{status}</code> {words}{' '}
            <span className="soft small">
              {Object.entries(content)
                .map(([type, { schema = {} }]) => (type.endsWith('json') ? typeOf(schema) : type))
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
      {answersOf(operation).map(([name, schema]) => (
        <Fold key={name} title={`Fields of ${name}`}>
          <Fields description={description} schema={schema} />
        </Fold>
      ))}
    </form>
  );
}

function About({ description, parameter }: { description: Description; parameter: Parameter }) {
  const { in: place, schema, description: words } = parameter;
  const facts = [place, typeOf(schema), ...limitsOf(description, schema)].join(', ');
  return <Line text={words === undefined ? facts : `${words} (${facts})`} />;
}

function Curl({ text }: { text: string }) {
  const clipboard = useClipboard({ timeout: 2_000 });
  return (
    <div className={classes.curl}>
      <pre>
        <code>{text}</code>
      </pre>
      <Button size="compact-xs" onClick={() => clipboard.copy(text)}>
        {clipboard.copied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}
