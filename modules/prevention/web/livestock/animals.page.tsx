import { Button, Flex } from 'antd';
import { notify } from '#kit/web/api/notify.ts';
import { useCan, useMayOpen } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import type { Row } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { useFirstAddress } from '#kit/web/ui/use-first-address.ts';
import { animal } from '#modules/prevention/contract/livestock/animal.ts';
import type { ImmuneState } from '#modules/prevention/contract/livestock/immunity.ts';
import { BreedName, EarTag } from '#modules/registry/web/index.ts';
import { Opens } from '../common/opens.tsx';
import { ImmuneChips } from './immune-chips.tsx';
import { ImmuneFilter } from './immune-filter.tsx';
import { SpeciesStrip } from './species-strip.tsx';
import { useCertificates } from './use-certificates.tsx';

const detailPath = (id: number) => `/ant/animalProtection/animalDetail?id=${id}`;
const visitPath = '/ant/preventionMange/immuneVisit';

/** 动物管理: the registry's animals, each with how it stands with the compulsory diseases. */
export default function AnimalsPage() {
  const text = useTexts('prevention.livestock');
  const { openPage } = usePage();
  const may = useMayOpen();
  const mayRetag = useCan('pri:animal:tagReplace');
  const certificates = useCertificates();

  const isReady = useFirstAddress({ status: 'inStock' });

  if (!isReady) return null;
  const addToVisit = (chosen: readonly Row[]) => {
    const holders = new Set(chosen.map((row) => Number(row.principalId)));
    if (holders.size > 1) return notify('warning', text('oneHolder'));
    if (chosen.some((row) => row.status !== 'inStock')) return notify('warning', text('onlyHere'));
    openPage(`${visitPath}?principalId=${[...holders][0]}&animalId=${chosen.map((row) => row.id).join(',')}`);
  };
  return (
    <>
      <ListPage
        resource={animal}
        ownFilters={['immune']}
        cells={{
          earTag: (row) => <EarTag tag={row.earTag} />,
          breedLabel: (row) => <BreedName species={row.species} breed={row.breed} />,
          immunity: (row) => <ImmuneChips states={row.immunity as Record<string, ImmuneState>} />,
          principalId: (row) => (
            <span data-record>
              <Opens to={`/ant/animalProtection/householdDetail?id=${row.principalId}`}>{row.principalIdName}</Opens>
            </span>
          ),
        }}
        onOpen={(row) => openPage(detailPath(row.id))}
        actions={(row) => [
          ...(row.status === 'inStock' && may(visitPath)
            ? [
                {
                  key: 'visit',
                  label: text('immunise'),
                  run: () => openPage(`${visitPath}?principalId=${row.principalId}&animalId=${row.id}`),
                },
              ]
            : []),
          ...(row.status === 'inStock' && mayRetag
            ? [
                {
                  key: 'retag',
                  label: text('retag'),
                  run: () => openPage(`/pri/animal/tagReplace?replace=${row.earTag}`),
                },
              ]
            : []),
        ]}
        above={(list) => (
          <Flex justify="space-between" gap={12} wrap style={{ marginBlockEnd: 12 }}>
            <SpeciesStrip
              regionCode={list.filters.regionCode}
              chosen={list.filters.species}
              onSpecies={(species) => list.search({ ...list.filters, species: species ?? '', status: 'inStock' })}
            />
            <ImmuneFilter
              value={list.filters.immune ?? ''}
              onChange={(immune) => list.search({ ...list.filters, immune })}
            />
          </Flex>
        )}
        batch={({ selected }) => (
          <>
            {may(visitPath) && (
              <Button type="primary" ghost onClick={() => addToVisit(selected)}>
                {text('addToVisit')}
              </Button>
            )}
            <Button onClick={() => void certificates.print(selected.map((row) => row.id))}>
              {text('printCertificates')}
            </Button>
          </>
        )}
      />
      {certificates.paper}
    </>
  );
}
