import { Typography } from 'antd';
import { SumButton } from '#kit/web/calc/sum-button.tsx';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { subsidyLine } from '#modules/breeding/contract/subsidy/subsidy.ts';

/** 补贴明细: what each was given, and how the sum came about. */
export default function SubsidyLogPage() {
  return (
    <ResourcePage
      resource={subsidyLine}
      isOwn={false}
      cells={{
        amount: (row) => (
          <SumButton entity="breeding.subsidyLine" id={row.id}>
            <Typography.Text {...(row.amount < 0 && { type: 'danger' })}>{moneyText(row.amount)}</Typography.Text>
          </SumButton>
        ),
        batchNo: (row) => <PageLink to={`/ant/breed/subsidyDetail?id=${row.batchId}`}>{row.batchNo}</PageLink>,
      }}
    />
  );
}
