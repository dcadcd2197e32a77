import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import classes from './page-header.module.css';
import { PaletteButton } from './palette-button';
import { SchemeSwitch } from './scheme-switch';

interface Props {
  title?: ReactNode;
  actions?: ReactNode;
  /** Other parts of the page that a keyboard can go to at once. */
  skips?: readonly { href: string; label: string }[];
}

/** The bar on top of every page. */
export function PageHeader({ title, actions, skips = [] }: Props) {
  return (
    <header className={classes.header}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      {skips.map(({ href, label }) => (
        <a key={href} href={href} className={classes.skip}>
          {label}
        </a>
      ))}
      <Link to="/" className={classes.brand}>
        Hostwise
      </Link>
      <Link to="/evidence" className={classes.place}>
        Evidence
      </Link>
      <Link to="/catalogue/$kind" params={{ kind: 'drives' }} className={classes.place}>
        Catalogue
      </Link>
      <Link to="/docs/$" params={{ _splat: '' }} className={classes.place} aria-label="Documentation">
        <span className={classes.long}>Documentation</span>
        <span className={classes.short}>Docs</span>
      </Link>
      {title !== undefined && <div className={classes.title}>{title}</div>}
      <div className={classes.actions}>
        <PaletteButton />
        {actions}
        <SchemeSwitch />
      </div>
    </header>
  );
}
