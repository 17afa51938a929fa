import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Tag, Tooltip, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import type { ResourceList } from '#kit/web/resource/use-resource-list.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { vacancies } from '#modules/registry/contract/grid/grid.ts';
import { staff, staffTotals } from '#modules/registry/contract/people/staff.ts';
import { VacancyDrawer } from '../grid/vacancy-drawer.tsx';

/** The job whose absence leaves a village without anybody. */
const mainJob = 'preventionWorker';
/** Jobs with a button of their own; more would push the list's tools into a second line. */
const first = 3;

export default function StaffPage() {
  return (
    <ResourcePage
      resource={staff}
      cells={{
        villageCount: (row) =>
          row.villageCount ? <PageLink to="/pri/grid">{row.villageCount}</PageLink> : <span>0</span>,
      }}
      extra={(list) => <Totals list={list} />}
    />
  );
}

/** How many do what, and where nobody does; a job filters the list. */
function Totals({ list }: { readonly list: ResourceList }) {
  const t = useT();
  const { options } = useDict('staff_job');
  const [isOpen, setOpen] = useState(false);
  const { data = [] } = useQuery({
    queryKey: [...resourceKey(staff), 'totals'],
    queryFn: () => call(staffTotals, { quiet: true }),
  });
  const { data: vacant } = useQuery({
    queryKey: ['registry.grid', 'vacancies', mainJob],
    queryFn: () => call(vacancies, { query: { job: mainJob }, quiet: true }),
  });
  const label = (job: string) => options.find((one) => one.dictValue === job)?.dictLabel ?? job;
  const all = data.reduce((sum, one) => sum + one.active, 0);
  const shown = data.filter((one) => one.active > 0);
  const tag = ({ job, active }: { job: string; active: number }) => (
    <Tag.CheckableTag
      key={job}
      checked={list.filters.job === job}
      onChange={(isOn) => list.search({ ...list.filters, job: isOn ? job : '' })}
    >
      {t('registry.staff.jobTotal', { job: label(job), n: active })}
    </Tag.CheckableTag>
  );
  return (
    <Flex gap={4} align="center" wrap>
      <Typography.Text type="secondary">{t('registry.staff.total', { n: all })}</Typography.Text>
      {shown.slice(0, first).map(tag)}
      {shown.length > first && (
        <Tooltip
          title={
            <Flex vertical>
              {shown.slice(first).map((one) => (
                <span key={one.job}>{`${label(one.job)} ${one.active}`}</span>
              ))}
            </Flex>
          }
        >
          <Tag>{`+${shown.length - first}`}</Tag>
        </Tooltip>
      )}
      {vacant && vacant.villages.length > 0 && (
        <Button type="link" size="small" danger onClick={() => setOpen(true)}>
          {t('registry.staff.vacancies', { n: vacant.villages.length })}
        </Button>
      )}
      {isOpen && vacant && (
        <VacancyDrawer job={label(mainJob)} villages={vacant.villages} onClose={() => setOpen(false)} />
      )}
    </Flex>
  );
}
