import { Button, Space, Typography } from 'antd';
import { useState } from 'react';
import { useCan, useMayOpen } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useResourceList } from '#kit/web/resource/use-resource-list.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { useFirstAddress } from '#kit/web/ui/use-first-address.ts';
import { household } from '#modules/prevention/contract/household/household.ts';
import { Opens } from '../common/opens.tsx';
import { ReadingList } from '../livestock/reading-list.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { CoverageBar } from './coverage-bar.tsx';
import { usePrintBook } from './print-book.tsx';

const detailPath = (id: number) => `/ant/animalProtection/householdDetail?id=${id}`;
const visitPath = '/ant/preventionMange/immuneVisit';
const kinds = ['cattle', 'sheep', 'goat'] as const;

/** 养殖户管理: who keeps what, how far the season is there, and who goes there. */
export default function HouseholdsPage() {
  const t = useT();
  const text = useTexts('prevention.livestock');
  const { openPage } = usePage();
  const mayAssign = useCan('ant:household:assign');
  const [isAssigning, setAssigning] = useState(false);
  const may = useMayOpen();
  const list = useResourceList(household);
  const book = usePrintBook();
  useFirstAddress({ hasStock: 'true' });
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
      <ReadingList
        resource={household}
        list={list}
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
        actionsOf={(row) => [
          { key: 'open', label: t('kit.detail'), run: () => openPage(detailPath(row.id)) },
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
        batch={
          mayAssign && (
            <Button type="primary" ghost onClick={() => setAssigning(true)}>
              {text('assign')}
            </Button>
          )
        }
      />
      {isAssigning && (
        <AssignDialog
          principalIds={list.selected.map((row) => row.id)}
          onClose={(isDone) => {
            setAssigning(false);
            if (isDone) list.select([]);
          }}
        />
      )}
      {book.paper}
    </>
  );
}
