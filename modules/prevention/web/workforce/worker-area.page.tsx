import { useT } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { type WorkerArea, workerArea } from '#modules/prevention/contract/workforce/worker.ts';
import { MaybeLink } from './maybe-link.tsx';

const year = () => new Date(Date.now() + 8 * 3_600_000).getUTCFullYear();

/** 辖区养殖统计: what each of them looks after; a figure opens what it counted. */
export default function WorkerAreaPage() {
  const t = useT();
  const { openPage } = usePage();
  const number = (name: 'householdCount' | 'cattle' | 'sheep' | 'goat' | 'scaledCount') => (row: WorkerArea) => (
    <span>{row[name].toLocaleString('en')}</span>
  );
  // The book's figures are the township's list of the year.
  const booked = (name: 'born' | 'offtake' | 'dead') => (row: WorkerArea) =>
    row[name] > 0 ? (
      <MaybeLink to={`/pri/ledger?regionCode=${row.regionCode}&from=${year()}-01-01&by=month`}>
        {row[name].toLocaleString('en')}
      </MaybeLink>
    ) : (
      <span>0</span>
    );
  return (
    <ResourcePage
      resource={workerArea}
      isOwn={false}
      actions={(row) => [
        {
          key: 'card',
          label: t('prevention.workerPage.card'),
          run: () => openPage(`/ant/person/prevention?card=${row.id}`),
        },
        {
          key: 'work',
          label: t('prevention.work.title'),
          run: () => openPage(`/ant/person/preventionWork?staffId=${row.id}&from=${year()}-01-01&by=month`),
        },
      ]}
      cells={{
        name: (row) => <MaybeLink to={`/ant/person/prevention?card=${row.id}`}>{row.name}</MaybeLink>,
        villageCount: (row) => <span title={row.villages ?? ''}>{row.villageCount}</span>,
        householdCount: number('householdCount'),
        scaledCount: number('scaledCount'),
        cattle: number('cattle'),
        sheep: number('sheep'),
        goat: number('goat'),
        units: (row) => <span title={t('prevention.staffStat.unitHint')}>{row.units.toFixed(1)}</span>,
        born: booked('born'),
        offtake: booked('offtake'),
        dead: booked('dead'),
      }}
    />
  );
}
