import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate, useLocation, useNavigate } from '@tanstack/react-router';

import { evidenceQuery, opmModelQuery } from '@/api/evidence';
import { partNamed, partOfAddress } from '@/features/evidence/evidence-parts';
import { formOf } from '@/features/opm-models/model-form';
import { ModelPage } from '@/features/opm-models/model-page';
import { NEW_MODEL } from '@/features/opm-models/use-model-editor';
import { EvidencePage } from '@/pages/evidence/evidence-page';

import { MessagePage, NotFound } from './not-found';

/** No model can have this key, so no other draft has it. */
const NEW = '*new';

const evidence = getRouteApi('/evidence');
const evidencePart = getRouteApi('/evidence/$part');
const model = getRouteApi('/evidence/models/$key');

/** The page with the corrections; an older address may mean one of the others. */
export function EvidenceRoute() {
  const navigate = useNavigate();
  const filter = evidence.useSearch();
  const hash = useLocation({ select: (location) => location.hash });
  const { data: library } = useSuspenseQuery(evidenceQuery);
  const part = partOfAddress(library, filter, hash);
  if (part !== null) {
    const place = hash === part ? {} : { hash };
    return <Navigate to="/evidence/$part" params={{ part }} search={filter} {...place} replace />;
  }
  return (
    <EvidencePage
      part="corrections"
      filter={filter}
      onFilter={(search) => void navigate({ to: '/evidence', search, replace: true, resetScroll: false })}
    />
  );
}

export function EvidencePartRoute() {
  const navigate = useNavigate();
  const part = partNamed(evidencePart.useParams().part);
  const filter = evidencePart.useSearch();
  if (part === null) return <NotFound />;
  return (
    <EvidencePage
      part={part}
      filter={filter}
      onFilter={(search) =>
        void navigate({ to: '/evidence/$part', params: { part }, search, replace: true, resetScroll: false })
      }
    />
  );
}

function useAfterwards() {
  const navigate = useNavigate();
  return {
    onCreated: ({ key }: { key: string }) => void navigate({ to: '/evidence/models/$key', params: { key } }),
    onDeleted: () => void navigate({ to: '/evidence/$part', params: { part: 'own' } }),
  };
}

export function NewModelRoute() {
  return <ModelPage draftKey={NEW} base={NEW_MODEL} {...useAfterwards()} />;
}

export function ModelRoute() {
  const { key } = model.useParams();
  return <KeptModel key={key} model={key} />;
}

function KeptModel({ model }: { model: string }) {
  const afterwards = useAfterwards();
  const { data } = useSuspenseQuery(opmModelQuery(model));
  const { document, revision, key } = data;
  if (!document) {
    return (
      <MessagePage title="This model comes with Hostwise">
        <p>
          It cannot be changed here.{' '}
          <Link to="/evidence/$part" params={{ part: 'data' }} hash={key}>
            See it in the evidence library
          </Link>
          .
        </p>
      </MessagePage>
    );
  }
  return (
    <ModelPage draftKey={key} base={{ form: formOf(document), revision: revision ?? null }} {...afterwards} />
  );
}
