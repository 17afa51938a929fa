import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { breedingSubject, fileFarms } from '#modules/traceability/contract/subject/trace-subject.ts';
import { subjectPath } from './subject-path.ts';

/** 养殖主体: those filed, and one step to file the farms above scale that are not. */
export default function BreedingSubjectPage() {
  const text = useTexts('traceability.subjectPage');
  const { openPage } = usePage();
  const mayAdd = useCan('trace:subject:review');
  const changed = useChanged(breedingSubject);
  const file = useMutation({ mutationFn: () => call(fileFarms, { body: {} }), onSuccess: () => changed() });
  return (
    <ResourcePage
      resource={breedingSubject}
      actions={(row) => [{ key: 'file', label: text('detail'), run: () => openPage(subjectPath(row.id)) }]}
      {...(mayAdd && {
        extra: () => (
          <Button loading={file.isPending} onClick={() => file.mutate()}>
            {text('fileFarms')}
          </Button>
        ),
      })}
    />
  );
}
