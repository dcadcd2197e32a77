import classes from './explanation.module.css';

interface Props {
  path: { name: string; label: string }[];
  onMove: (depth: number) => void;
}

/** The way from the asked-for number to the one that is shown. */
export function Breadcrumb({ path, onMove }: Props) {
  if (path.length < 2) return null;
  return (
    <nav aria-label="Way down">
      <ol className={classes.breadcrumb}>
        {path.map((step, depth) => (
          <li
            key={`${step.name}-${String(depth)}`}
            aria-current={depth === path.length - 1 ? 'true' : undefined}
          >
            {depth === path.length - 1 ? (
              step.label
            ) : (
              <button type="button" className="link-button" onClick={() => onMove(depth)}>
                {step.label}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
