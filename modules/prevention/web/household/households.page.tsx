import { Button, Space, Typography } from 'antd';
import { useState } from 'react';
import { useCan, useMayOpen } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import type { ResourceList } from '#kit/web/resource/use-resource-list.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { useFirstAddress } from '#kit/web/ui/use-first-address.ts';
import { household } from '#modules/prevention/contract/household/household.ts';
import { Opens } from '../common/opens.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { CoverageBar } from './coverage-bar.tsx';
import { usePrintBook } from './print-book.tsx';

const detailPath = (id: number) => `/ant/animalProtection/householdDetail?id=${id}`;
const visitPath = '/ant/preventionMange/immuneVisit';
const kinds = ['cattle', 'sheep', 'goat'] as const;

/** 养殖户管理: who keeps what, how far the season is there, and who goes there. */
export default function HouseholdsPage() {
  const text = useTexts('prevention.livestock');
  const { openPage } = usePage();
  const mayAssign = useCan('ant:household:assign');
  const [assigned, setAssigned] = useState<ResourceList | null>(null);
  const may = useMayOpen();
  const book = usePrintBook();
  const isReady = useFirstAddress({ hasStock: 'true' });
  if (!isReady) return null;
  const heads = Object.fromEntries(
    kinds.map((species) => [
      species,
      (row: { id: number; cattle: number; sheep: number; goat: number }) =>
        row[species] > 0 ? (
          <Opens to={`/ant/animalProtection/management?status=inStock&species=${species}&principalId=${row.id}`}>
            {row[species].toLocaleString('en')}
          </Opens>
        ) : (
          <Typography.Text type="secondary">0</Typography.Text>
        ),
    ]),
  );
  return (
    <>
      <ListPage
        resource={household}
        cells={{
          ...heads,
          principalUnitName: (row) => (
            <Space size={6} data-record>
              {row.principalUnitName}
              {row.principalUnitType !== 'household' && (
                <Typography.Text type="secondary">{row.principalUnitTypeName}</Typography.Text>
              )}
            </Space>
          ),
          coverage: (row) => <CoverageBar coverage={row.coverage} due={row.due} done={row.done} />,
          staffId: (row) =>
            row.staffIdName ? (
              <span data-record>{row.staffIdName}</span>
            ) : (
              <Typography.Text type="danger">{text('uncovered')}</Typography.Text>
            ),
        }}
        onOpen={(row) => openPage(detailPath(row.id))}
        actions={(row) => [
          ...(may(visitPath)
            ? [
                {
                  key: 'visit',
                  label: text('recordVisit'),
                  run: () => openPage(`${visitPath}?principalId=${row.id}`),
                },
              ]
            : []),
          { key: 'book', label: text('printBook'), run: () => book.ask(row.id) },
        ]}
        batch={(list) =>
          mayAssign && (
            <Button type="primary" ghost onClick={() => setAssigned(list)}>
              {text('assign')}
            </Button>
          )
        }
      />
      {assigned && (
        <AssignDialog
          principalIds={assigned.selected.map((row) => row.id)}
          onClose={(isDone) => {
            setAssigned(null);
            if (isDone) assigned.select([]);
          }}
        />
      )}
      {book.paper}
    </>
  );
}
