import { useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { animalEntry } from '#modules/registry/contract/animal/animal-entry.ts';
import { BreedName } from '../names.tsx';
import { WearingSheet } from '../tag/wearing-sheet.tsx';

/** 登记单: who came in together, with the sheet that is signed. */
export default function AnimalEntryPage() {
  const t = useT();
  const { openPage } = usePage();
  const [printed, setPrinted] = useState<number | null>(null);
  const animalsOf = (id: number) => `/pri/animal/info?entryId=${id}`;
  return (
    <>
      <ListPage
        resource={animalEntry}
        cells={{
          count: (row) => <PageLink to={animalsOf(row.id)}>{row.count}</PageLink>,
          segments: (row) => (
            <span title={row.segments} style={{ fontVariantNumeric: 'tabular-nums' }}>
              {row.segments.replace(/(\d{15})-\d{9}(\d{6})/g, '$1–$2').replaceAll(',', '  ')}
            </span>
          ),
          breed: (row) => (row.breed ? <BreedName species={row.species} breed={row.breed} /> : '-'),
        }}
        actions={(row) => [
          {
            key: 'animals',
            label: t('registry.animalForm.seeAnimals'),
            run: () => openPage(animalsOf(row.id)),
          },
          ...(row.status === 'done'
            ? [{ key: 'print', label: t('registry.animalForm.printSheet'), run: () => setPrinted(row.id) }]
            : []),
        ]}
      />
      {printed !== null && <WearingSheet id={printed} onDone={() => setPrinted(null)} />}
    </>
  );
}
