import { Tabs, Tag } from 'antd';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { creditLine } from '#modules/bank/contract/credit/credit-line.ts';
import { formatLtv } from '#modules/bank/contract/product/value-arithmetic.ts';

const pathOf = (id: number) => `/bank/credit/detail?id=${id}`;
const tabs = {
  all: '',
  asked: 'draft,submitted',
  surveyed: 'surveyed',
  reviewing: 'reviewing,approved',
  effective: 'effective',
  troubled: 'frozen,overdue',
  settled: 'settled,closed',
} as const;

/** 授信登记: by how far each has come. */
export default function RegistrationPage() {
  const text = useTexts('bank.creditPage');
  const { openPage, search, setSearch } = usePage();
  const mayApply = useCan('bank:credit:apply');
  const mayDeclare = useCan('bank:pledge:declare');
  const status = search.get('status') ?? '';
  const tab = Object.entries(tabs).find(([, states]) => states === status)?.[0] ?? 'all';
  const choose = (key: string) => {
    const next = new URLSearchParams(search);
    const states = tabs[key as keyof typeof tabs];
    if (states) next.set('status', states);
    else next.delete('status');
    setSearch(next, { replace: true });
  };
  return (
    <ResourcePage
      key={tab}
      resource={creditLine}
      {...(mayApply && { onNew: () => openPage('/bank/credit/apply') })}
      onOpen={(row) => openPage(pathOf(row.id))}
      above={() => (
        <Tabs
          activeKey={tab}
          onChange={choose}
          items={Object.keys(tabs).map((key) => ({ key, label: text(key as keyof typeof tabs) }))}
        />
      )}
      cells={{
        docNo: (row) => <PageLink to={pathOf(row.id)}>{row.docNo}</PageLink>,
        ltv: (row) => (
          <Tag color={colourOf(row.balance > 0 ? row.ltv : 0)}>{formatLtv(row.balance > 0 ? row.ltv : 0)}</Tag>
        ),
        heads: (row) => <PageLink to={`/bank/animals?creditLineId=${row.id}`}>{String(row.heads)}</PageLink>,
      }}
      actionsOf={(row, usual) => [
        ...usual.filter((one) => one.key !== 'edit'),
        ...(mayApply && row.status === 'draft'
          ? [{ key: 'edit', label: text('edit'), run: () => openPage(`/bank/credit/apply?id=${row.id}`) }]
          : []),
        ...(mayDeclare && (row.status === 'submitted' || row.status === 'approved')
          ? [
              {
                key: 'pledge',
                label: text('build'),
                run: () => openPage(`/bank/pledge/build?creditLineId=${row.id}`),
              },
            ]
          : []),
      ]}
    />
  );
}

const colourOf = (ltv: number | null): string =>
  ltv === null || ltv >= 90 ? 'red' : ltv >= 80 ? 'volcano' : ltv >= 75 ? 'gold' : 'green';
