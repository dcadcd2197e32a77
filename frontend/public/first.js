// Runs before all else, since the application itself is not there before much has been loaded.

// Sets the colour scheme before the first paint, so that a dark page does not flash white.
(function () {
  let chosen = null;
  try {
    chosen = window.localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // Storage may be blocked: then the system decides.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();

// Loads what the page at this address needs, and asks what it asks first, at once and not one after the other.
(function () {
  const [, place, name] = window.location.pathname.split('/');
  for (const files of document.querySelectorAll('meta[name="files-ahead"]')) {
    if (!files.dataset.places.split(' ').includes(place)) continue;
    for (const name of files.content.split(' ')) {
      const link = document.createElement('link');
      const kind = name.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
      document.head.append(Object.assign(link, kind, { crossOrigin: '', href: `/${name}` }));
    }
  }

  const asked = {
    '': ['templates/plan', 'samples', 'plans?limit=20', 'deleted-plans'],
    samples: [`samples/${name}`],
    plans: [name === 'new' ? 'templates/plan' : `plans/${name}`],
  };
  let token = false;
  try {
    token = 'hostwise.token' in window.sessionStorage || 'hostwise.token' in window.localStorage;
  } catch {
    // Then there is none.
  }
  // With a token the application asks: it knows how.
  if (token || name === 'imported') return;
  window.answersAhead = new Map(
    (asked[place] ?? []).map((each) => {
      const answer = fetch(`/api/v1/${each}`);
      // The request that takes the answer reports what went wrong.
      answer.catch(() => undefined);
      return [`/api/v1/${each}`, answer];
    }),
  );
})();
