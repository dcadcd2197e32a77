import 'swagger-ui-dist/swagger-ui.css';

import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import SwaggerUIBundle from 'swagger-ui-dist/swagger-ui-es-bundle';

import { Blocks } from '@/components/skeleton';

import classes from './api-reference.module.css';

/** Its own dark colours are those of this class. */
const DARK = 'dark-mode';

/** The API's description, to read and to try. */
export function ApiReference() {
  const place = useRef<HTMLDivElement>(null);
  const [known, setKnown] = useState(false);
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  useEffect(() => {
    document.documentElement.classList.toggle(DARK, scheme === 'dark');
    return () => document.documentElement.classList.remove(DARK);
  }, [scheme]);
  useEffect(() => {
    SwaggerUIBundle({
      url: '/api/openapi.json',
      domNode: place.current,
      deepLinking: true,
      // A token that is entered lasts as long as the page.
      persistAuthorization: false,
      onComplete: () => setKnown(true),
    });
  }, []);
  return (
    <>
      {!known && <Blocks heights={[48, 120, 48, 48, 48]} />}
      <div ref={place} className={classes.reference} />
    </>
  );
}
