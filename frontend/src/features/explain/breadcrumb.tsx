import classes from './explanation.module.css';

interface Props {
  path: { name: string; label: string }[];
  onMove: (depth: number) => void;
}

/** The path from the requested number to the one shown. */
export function Breadcrumb({ path, onMove }: Props) {
  if (path.length < 2) return null;
  return (
    <nav aria-label="Path to this number">
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
