import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { opmModelQuery } from '@/api/evidence';
import { formOf } from '@/features/opm-models/model-form';
import { ModelPage } from '@/features/opm-models/model-page';
import { NEW_MODEL } from '@/features/opm-models/use-model-editor';
import { EvidencePage } from '@/pages/evidence/evidence-page';

import { MessagePage } from './not-found';

/** No model can have this key, so no other draft has it. */
const NEW = '*new';

const evidence = getRouteApi('/evidence');
const model = getRouteApi('/evidence/models/$key');

export function EvidenceRoute() {
  const navigate = useNavigate();
  return (
    <EvidencePage
      filter={evidence.useSearch()}
      onFilter={(search) => void navigate({ to: '/evidence', search, replace: true, resetScroll: false })}
    />
  );
}

function useAfterwards() {
  const navigate = useNavigate();
  return {
    onCreated: ({ key }: { key: string }) => void navigate({ to: '/evidence/models/$key', params: { key } }),
    onDeleted: () => void navigate({ to: '/evidence' }),
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
          <Link to="/evidence" hash={key}>
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
