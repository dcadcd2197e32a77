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

// Loads what the page at this address needs, and asks what it asks first, at once and not one after the other. The routes
// load their data too, but only once the application is there: a first load takes a fifth longer without this (80 ms away).
(function () {
  const [, place, name, ...further] = window.location.pathname.split('/');
  let asks = [];
  for (const { content, dataset } of document.querySelectorAll('meta[name="files-to-preload"]')) {
    if (!dataset.places.split(' ').includes(place)) continue;
    asks = dataset.asks.split(' ').filter(Boolean);
    for (const file of content.split(' ')) {
      const link = document.createElement('link');
      const kind = file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
      document.head.append(Object.assign(link, kind, { crossOrigin: '', href: `/${file}` }));
    }
  }

  const asked = {
    '': ['templates/plan', 'samples', 'plans?limit=20', 'deleted-plans'],
    samples: [`samples/${name}`],
    plans: [name === 'new' ? 'templates/plan' : `plans/${name}`],
  };
  let token = false;
  let draft = false;
  try {
    token = 'hostwise.token' in window.sessionStorage || 'hostwise.token' in window.localStorage;
    const kept = { samples: `sample.${name}`, plans: name === 'new' ? 'new' : `plan.${name}` };
    draft = `hostwise.draft.${kept[place]}` in window.localStorage;
  } catch {
    // Then there is none.
  }
  // With a token the application asks: it knows how. Other addresses have no page.
  const hasPage = further.length === 0 && (place === '' || Boolean(name));
  if (token || name === 'imported' || !hasPage) return;
  const answers = new Map();
  window.preloadedAnswers = answers;
  // What nobody took by then is old.
  window.setTimeout(() => answers.clear(), 15000);

  function ask(path, body) {
    const init = body && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
    const answer = fetch(`/api/v1/${path}`, init);
    // The request that takes the answer reports what went wrong.
    answer.catch(() => undefined);
    answers.set(`/api/v1/${path}${body ?? ''}`, answer);
    return answer;
  }

  // About the plan as the application will ask: what is absent is left out. An answer to another plan is taken by nobody.
  async function askAbout(plan) {
    const response = await plan;
    if (!response.ok) return;
    const found = await response.clone().json();
    const body = JSON.stringify(found.plan ?? found, (_, value) => value ?? undefined);
    for (const path of asks) void ask(path, body);
  }

  const questions = [];
  for (const path of asked[place] ?? []) {
    const answer = ask(path);
    // Another view asks for other things, and unsaved work is another plan.
    if (asks.length > 0 && !draft && window.location.search === '')
      questions.push(askAbout(answer).catch(() => undefined));
  }
  // The application waits for this before it asks by itself: both read the same plan, and either may be first.
  window.preloadedQuestions = Promise.all(questions);
})();
