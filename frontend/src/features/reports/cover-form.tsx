import { Button, FileInput, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';

import { inBase64, keepCover, keptCover } from './kept-cover';
import type { ReportKind } from './queries';
import classes from './report-menu.module.css';

const FORMATS = [
  { value: 'docx', label: 'Word' },
  { value: 'pptx', label: 'PowerPoint' },
  { value: 'pdf', label: 'PDF' },
] as const;

type Format = (typeof FORMATS)[number]['value'];

const MOST_LOGO = 500_000;
const MOST_TEMPLATE = 4_000_000;

export interface CoverFormProps {
  /** Of the form, for the button that sends it. */
  id: string;
  onMake: (kind: ReportKind) => void;
}

/** Title, customer, author, logo and template of a report; what is said here is there again next time. */
export default function CoverForm({ id, onMake }: CoverFormProps) {
  const [kept] = useState(keptCover);
  const [format, setFormat] = useState<Format>('docx');
  const [title, setTitle] = useState('');
  const [customer, setCustomer] = useState(kept.customer);
  const [author, setAuthor] = useState(kept.author);
  const [logo, setLogo] = useState({ content: kept.logo, name: kept.logoName });
  const [template, setTemplate] = useState<File | null>(null);
  const [logoProblem, setLogoProblem] = useState<string>();
  const takesTemplate = format !== 'pdf';
  const templateProblem =
    template && template.size > MOST_TEMPLATE ? 'A template has at most 4 MB.' : undefined;
  const takeLogo = async (file: File | null) => {
    const tooLarge = file !== null && file.size > MOST_LOGO;
    setLogoProblem(tooLarge ? 'A logo has at most 500 kB.' : undefined);
    if (file && !tooLarge) setLogo({ content: await inBase64(file), name: file.name });
  };
  const make = async () => {
    keepCover({ customer, author, logo: logo.content, logoName: logo.name });
    const given = takesTemplate && template ? await inBase64(template) : null;
    onMake({ format, cover: { title, customer, author, logo: logo.content || null, template: given } });
  };
  return (
    <form
      id={id}
      className={classes.cover}
      onSubmit={(event) => {
        event.preventDefault();
        if (!templateProblem) void make();
      }}
    >
      <SegmentedControl
        aria-label="Format"
        value={format}
        onChange={(value) => {
          setFormat(value);
          setTemplate(null);
        }}
        data={[...FORMATS]}
      />
      <TextInput
        label="Title"
        placeholder={'the plan\u2019s name'}
        value={title}
        maxLength={200}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <TextInput
        label="Customer"
        placeholder="optional"
        value={customer}
        maxLength={200}
        onChange={(event) => setCustomer(event.currentTarget.value)}
      />
      <TextInput
        label="Author"
        placeholder="optional"
        value={author}
        maxLength={200}
        onChange={(event) => setAuthor(event.currentTarget.value)}
      />
      <div className={classes.file}>
        <FileInput
          className={classes.logo}
          label="Logo"
          accept="image/png,image/jpeg"
          placeholder={logo.name || 'PNG or JPEG, optional'}
          value={null}
          error={logoProblem}
          onChange={(file) => void takeLogo(file)}
        />
        {logo.content && <Button onClick={() => setLogo({ content: '', name: '' })}>Remove logo</Button>}
      </div>
      <FileInput
        label="Template"
        description={
          takesTemplate
            ? format === 'docx'
              ? 'A .docx: its styles, header and footer, and {{ report }} where the report goes'
              : 'A .pptx: its master and layouts'
            : 'Word and PowerPoint take one'
        }
        accept={`.${format}`}
        placeholder="optional"
        clearable
        clearButtonProps={{ 'aria-label': 'Remove template' }}
        disabled={!takesTemplate}
        value={template}
        error={templateProblem}
        onChange={setTemplate}
      />
    </form>
  );
}
