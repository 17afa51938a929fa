import { App, Button, DatePicker, Flex } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { callEnvelope, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { useSession } from '#kit/web/shell-context.ts';
import { makeFees, memberFee } from '#modules/cure/contract/society/member.ts';
import { SumCell } from './sum-cell.tsx';
import { useSocieties } from './use-societies.ts';

/** 会费管理: bills, each of which says how its amount came about; those of the coming period in one go. */
export default function FeePage() {
  const text = useTexts('cure.feePage');
  const { actions } = useSession();
  const { modal } = App.useApp();
  const [until, setUntil] = useState(dayjs().add(60, 'day'));
  const societies = useSocieties();
  const mine = societies[0];
  const make = (refresh: () => void) =>
    modal.confirm({
      title: text('make'),
      content: text('makeHint', { date: until.format('YYYY-MM-DD') }),
      onOk: async () => {
        const body = { societyId: mine?.id as number, until: until.format('YYYY-MM-DD') };
        const { msg } = await callEnvelope(makeFees, { body, idempotencyKey: newKey() });
        notify('success', msg);
        refresh();
      },
    });
  return (
    <ResourcePage
      resource={memberFee}
      cells={{ amount: (row) => <SumCell entity="cure.memberFee" id={row.id} cents={row.amount} /> }}
      extra={(list) =>
        actions.has('cure:fee:enter') &&
        mine && (
          <Flex gap={8} align="center">
            <DatePicker
              value={until}
              allowClear={false}
              aria-label={text('until')}
              onChange={(day) => day && setUntil(day)}
            />
            <Button onClick={() => make(list.refresh)}>{text('make')}</Button>
          </Flex>
        )
      }
    />
  );
}
