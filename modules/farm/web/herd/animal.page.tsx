import { Segmented, Tag } from 'antd';
import { useEffect } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { farmAnimal } from '#modules/farm/contract/herd/farm-animal.ts';
import { useChoices } from '../common/use-label.ts';

/** 畜只信息: the farm's animals, each with where its work is done. */
export default function AnimalPage() {
  const text = useTexts('farm.herd');
  const { openPage, search } = usePage();
  const url = useUrlState();
  const states = useChoices('farm_animal_status');
  const mayMove = useCan('anm:turntable:list');
  const mayTreat = useCan('cure:treatment:add');
  // Opened from the menu it shows who is there; who left is asked for.
  const isBare = search.size === 0;
  useEffect(() => {
    if (isBare) url.set({ status: 'live' }, { replace: true });
  });
  return (
    <ResourcePage
      resource={farmAnimal}
      onOpen={(row) => openPage(`/anm/animal/detail?id=${row.animalId}`)}
      above={() => (
        <Segmented
          size="small"
          value={states.find((one) => one.value === url.get('status'))?.value ?? 'all'}
          options={[...states, { value: 'all', label: text('everyone') }]}
          onChange={(status) => url.set({ status: status === 'all' ? 'live,left' : status, page: null })}
        />
      )}
      cells={{
        earTag: (row) => <PageLink to={`/anm/animal/detail?id=${row.animalId}`}>{row.earTag}</PageLink>,
        stageDays: (row) =>
          row.stageDays === null ? '-' : row.stageOverdue ? <Tag color="red">{row.stageDays}</Tag> : row.stageDays,
        sick: (row) => (row.sick ? <Tag color="red">{text('sick')}</Tag> : ''),
      }}
      actions={(row) => [
        ...(mayMove && row.penId
          ? [{ key: 'move', label: text('move'), run: () => openPage(`/anm/animal/turntable?penId=${row.penId}`) }]
          : []),
        ...(mayTreat
          ? [{ key: 'treat', label: text('treat'), run: () => openPage(`/cure/treatment/add?tag=${row.earTag}`) }]
          : []),
      ]}
    />
  );
}
