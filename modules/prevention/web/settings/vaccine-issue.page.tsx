import { useQuery } from '@tanstack/react-query';
import { Button, Segmented, Space, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import type { ResourceList } from '#kit/web/resource/use-resource-list.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { vaccineIssue, vaccineIssueTotals } from '#modules/prevention/contract/settings/vaccine-issue.ts';
import { Until } from './lots-in-use.tsx';

const sums = ['issued', 'used', 'returned', 'scrapped', 'held', 'heads'] as const;
const figure = (n: number) => n.toLocaleString('en');

/** 疫苗领用: worker by worker and lot by lot, what was issued and what became of it. */
export default function VaccineIssuePage() {
  const text = useTexts('prevention.vaccineIssue');
  const url = useUrlState();
  const { openPage } = usePage();
  const may = {
    issue: useCan('depot:issue:edit'),
    take: useCan('depot:in:edit'),
    box: useCan('depot:box:view'),
    trace: useCan('depot:lot:trace'),
  };
  const isExpiring = url.get('daysLeftTo') === '7';
  return (
    <ResourcePage
      resource={vaccineIssue}
      isOwn={false}
      cells={{
        lotNo: (row) => (
          <Space size={4}>
            {may.trace ? <PageLink to={`/pri/depot/lotTrace?lotId=${row.lotId}`}>{row.lotNo}</PageLink> : row.lotNo}
            {row.quality !== 'ok' && <Tag color="orange">{row.qualityName}</Tag>}
          </Space>
        ),
        issued: (row) => <span>{figure(row.issued)}</span>,
        used: (row) => <span>{figure(row.used)}</span>,
        held: (row) => <b>{figure(row.held)}</b>,
        expireOn: (row) => (row.held > 0 ? <Until on={row.expireOn} /> : <span>{row.expireOn}</span>),
        waste: (row) =>
          row.waste !== null && row.waste > 10 ? (
            <Typography.Text type="danger">{row.waste}%</Typography.Text>
          ) : (
            <span>{row.waste === null ? '-' : `${row.waste}%`}</span>
          ),
      }}
      actions={(row) =>
        may.box ? [{ key: 'box', label: text('box'), run: () => openPage(`/pri/medicineBox?id=${row.depotId}`) }] : []
      }
      extra={(list) => (
        <Space wrap size={12}>
          {may.issue && <Button onClick={() => openPage('/pri/depot/suppliesOut?open=new')}>{text('issue')}</Button>}
          {may.box && may.take && <Button onClick={() => openPage('/pri/medicineBox')}>{text('return')}</Button>}
          <Segmented
            value={isExpiring ? 'expiring' : 'all'}
            onChange={(value) => url.set({ daysLeftTo: value === 'expiring' ? '7' : null, page: null })}
            options={[
              { value: 'all', label: text('all') },
              { value: 'expiring', label: text('expiring') },
            ]}
          />
          <Totals list={list} />
        </Space>
      )}
    />
  );
}

/** Under the list's own filters. */
function Totals({ list }: { readonly list: ResourceList }) {
  const text = useTexts('prevention.vaccineIssue');
  const { data } = useQuery({
    queryKey: [...resourceKey(vaccineIssue), 'totals', list.filters],
    queryFn: () => call(vaccineIssueTotals, { query: list.filters as never, quiet: true }),
  });
  if (!data) return null;
  return (
    <Typography.Text type="secondary">
      {sums.map((name) => `${text(name)} ${figure(data[name])}`).join(' · ')}
      {data.waste !== null && ` · ${text('waste')} ${data.waste}%`}
    </Typography.Text>
  );
}
