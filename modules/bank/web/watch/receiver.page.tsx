import { useQuery } from '@tanstack/react-query';
import { Alert, Flex } from 'antd';
import { use } from 'react';
import { callEnvelope } from '#kit/web/api/client.ts';
import { loadTexts, useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { type AlarmReceiver, alarmReceiver } from '#modules/platform/contract/alarm/alarm-receiver.ts';
import { ReceiverList } from '#modules/platform/web/index.ts';
import { useSites } from '../site/use-sites.ts';

/** The words of the page shown here, which is another module's. */
const texts = loadTexts('platform');

/** 预警接收人: the platform's receivers, and the sites for which nobody is told at a step. */
export default function BankReceiverPage() {
  use(texts);
  const { actions } = useSession();
  return (
    <Flex vertical gap={12}>
      {actions.has('bank:site:list') && <SitesWithout />}
      <ReceiverList />
    </Flex>
  );
}

function SitesWithout() {
  const joined = useJoined();
  const text = useTexts('bank.receiverPage');
  const sites = useSites();
  const { data } = useQuery({
    queryKey: [...resourceKey(alarmReceiver), 'of sites'],
    queryFn: async () =>
      (
        await callEnvelope(callOf(alarmReceiver, 'list'), {
          query: { status: 'enabled', pageNum: '1', pageSize: '100' },
          quiet: true,
        } as never)
      ).data as AlarmReceiver[],
  });
  if (!data) return null;
  const hears = (step: number, units: readonly (number | null)[]) =>
    data.some(
      (one) =>
        one.step === step && [one.principalId, one.bankId, one.supervisorId].some((id) => id && units.includes(id)),
    );
  // The farm is told first, and the bank after it.
  const first = sites.filter((site) => !hears(1, [site.principalId, site.bankId]));
  const second = sites.filter((site) => !hears(2, [site.principalId, site.bankId, site.supervisorId ?? null]));
  const names = (list: readonly { name: string }[]) => joined(list.map((one) => one.name));
  return (
    <>
      {first.length > 0 && <Alert type="error" showIcon title={text('noFirst', { list: names(first) })} />}
      {second.length > 0 && <Alert type="warning" showIcon title={text('noSecond', { list: names(second) })} />}
    </>
  );
}
