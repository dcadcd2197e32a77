import { Checkbox } from '@mantine/core';

import type { EstateBand, EstateChoices, EstateDrives } from '@/api/types';
import { NumberEntry } from '@/components/number-entry';
import { formatExact, formatNumber, formatRough, formatShare } from '@/lib/format';
import { formatSize } from '@/lib/sizes';

import classes from './estate.module.css';

interface Props {
  drives: EstateDrives;
  choices: EstateChoices;
  onChange: (choices: EstateChoices) => void;
}

const MOST = 12;
const NONE = '\u2013';

/** The drives that exist: what is written to them, the first to wear out, and whether VMs get these writes. */
export function DrivesPart({ drives, choices, onChange }: Props) {
  const { rows, hosts, tb_per_day, vm_tb_per_day } = drives;
  const named = hosts.some((each) => each.name !== '');
  return (
    <>
      <p>{drives.sentence}</p>
      <table className={classes.groups}>
        <thead>
          <tr>
            <th scope="col">Drive, first to wear out</th>
            <th scope="col">Capacity</th>
            <th scope="col">Used</th>
            <th scope="col">Written a day</th>
            <th scope="col">Its wear allows</th>
            <th scope="col">Years left</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST).map((each, index) => (
            <tr key={index}>
              <th scope="row">
                {[each.host, each.device].filter(Boolean).join(' ') || each.name}
                {each.model && <span className="soft"> {each.model}</span>}
                {each.warns && <strong> warns</strong>}
              </th>
              <td data-label="capacity">{size(each.capacity_gb)}</td>
              <td data-label="used">{each.used_share === null ? NONE : formatShare(each.used_share)}</td>
              <td data-label="a day">{terabytes(each.tb_per_day)}</td>
              <td className={classes.sum}>{band(each.tbw_tb, terabytes)}</td>
              <td data-label="years left">{band(each.life_years, (value) => formatRough(value))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {drives.drives > MOST && <p className="soft small">and {formatExact(drives.drives - MOST)} more</p>}
      {named && (
        <dl className={classes.looked}>
          {hosts
            .slice(0, MOST)
            .map(({ name, drives: number, tb_per_day: written, first_life_years: life }) => (
              <div key={name}>
                <dt>{name || 'Host unknown'}</dt>
                <dd>
                  {number === 1 ? '1 drive' : `${formatExact(number)} drives`}, {terabytes(written)} a day
                  {life && `, the first worn out in ${band(life, (value) => formatRough(value))} years`}
                </dd>
              </div>
            ))}
          {hosts.length > MOST && <div>and {formatExact(hosts.length - MOST)} more</div>}
        </dl>
      )}
      <p className="soft small">{drives.meaning}</p>
      {tb_per_day !== null && (
        <form
          className={classes.scope}
          aria-label="Writes of the drives"
          onSubmit={(event) => event.preventDefault()}
        >
          <Checkbox
            size="sm"
            className={classes.wide}
            label={`Spread the measured writes of the drives over VMs without I/O${vm_tb_per_day === null ? '' : `, ${terabytes(vm_tb_per_day)} a day of all VMs that run`}`}
            checked={choices.writes_of_drives ?? false}
            onChange={(event) => onChange({ ...choices, writes_of_drives: event.currentTarget.checked })}
          />
          <NumberEntry
            label="Each byte is written"
            unit="times"
            placeholder="2"
            value={choices.drive_write_copies}
            onChange={(copies) => onChange(withCopies(choices, copies))}
          />
        </form>
      )}
    </>
  );
}

function withCopies(choices: EstateChoices, copies: number | undefined): EstateChoices {
  const { drive_write_copies: _, ...others } = choices;
  return copies === undefined ? others : { ...others, drive_write_copies: copies };
}

const size = (gigabytes: number | null) => (gigabytes === null ? NONE : formatSize(gigabytes, 'GB'));

const terabytes = (amount: number | null) => (amount === null ? NONE : `${formatNumber(amount)} TB`);

/** A figure that follows from whole percent: with only a lower bound where there is no more. */
const band = (about: EstateBand | null, format: (value: number) => string) =>
  about === null ? NONE : about.value === null ? `> ${format(about.low)}` : format(about.value);
