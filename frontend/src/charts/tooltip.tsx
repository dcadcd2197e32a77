import classes from './chart-frame.module.css';

interface Props {
  title: string;
  lines: [label: string, value: string][];
}

/** What hovering shows: exact enough to read, and nothing that the table has not. */
export function TooltipBox({ title, lines }: Props) {
  return (
    <div className={classes.tooltip}>
      <strong>{title}</strong>
      <table>
        <tbody>
          {lines.map(([label, value]) => (
            <tr key={label}>
              <th scope="row" style={{ fontWeight: 400, textAlign: 'left' }}>
                {label}
              </th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
