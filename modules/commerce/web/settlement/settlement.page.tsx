import { App, Button, DatePicker, Flex, Select } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { SumButton } from '#kit/web/calc/sum-button.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { useSession } from '#kit/web/shell-context.ts';
import { makeSettlements, settlement } from '#modules/commerce/contract/settlement/settlement.ts';
import { Yuan } from '../common/yuan.tsx';

/** 结算管理: bills of a month, made in one go, approved by one and paid by another. */
export default function SettlementPage() {
  const text = useTexts('commerce.settlementPage');
  const { actions } = useSession();
  const { modal } = App.useApp();
  const [month, setMonth] = useState(dayjs().subtract(1, 'month'));
  const [kind, setKind] = useState<'subsidy' | 'monthly'>('subsidy');
  const make = (refresh: () => void) =>
    modal.confirm({
      title: text('make'),
      content: text('makeHint', { month: month.format('YYYY-MM') }),
      onOk: async () => {
        const body = { kind, period: month.format('YYYY-MM') };
        const { made } = await call(makeSettlements, { body, idempotencyKey: newKey() });
        notify('success', text('made', { n: made.length }));
        refresh();
      },
    });
  return (
    <ResourcePage
      resource={settlement}
      cells={{
        total: (row) => (
          <SumButton entity="commerce.settlement" id={row.id}>
            <Yuan cents={row.total} />
          </SumButton>
        ),
      }}
      extra={(list) =>
        actions.has('settlement:bill:make') && (
          <Flex gap={8} wrap>
            <Select
              aria-label={text('kind')}
              value={kind}
              onChange={setKind}
              options={(['subsidy', 'monthly'] as const).map((value) => ({ value, label: text(value) }))}
            />
            <DatePicker
              picker="month"
              aria-label={text('period')}
              allowClear={false}
              value={month}
              maxDate={dayjs()}
              onChange={(value) => value && setMonth(value)}
            />
            <Button onClick={() => make(list.refresh)}>{text('make')}</Button>
          </Flex>
        )
      }
    />
  );
}
