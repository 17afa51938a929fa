import { Button } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import type { Cells } from '#kit/web/resource/table-columns.tsx';
import {
  type AlarmReceiver,
  alarmReceiver,
  testAlarmReceiver,
} from '#modules/platform/contract/alarm/alarm-receiver.ts';
import { ReceiverForm } from './receiver-form.tsx';

/** Who is told of alarms, ring by ring. */
export function ReceiverList() {
  const t = useT();
  const [form, setForm] = useState<{ id?: number | undefined } | null>(null);
  const all = t('platform.alarmReceiver.everything');
  const cells: Cells<typeof alarmReceiver> = {
    sources: (row) => (row.sources?.length ? undefined : <span>{all}</span>),
    kinds: (row) => (row.kinds?.length ? undefined : <span>{all}</span>),
    channels: (row) => <Ways row={row} />,
    step: (row) => <span>{t('platform.alarmReceiver.ring', { n: row.step })}</span>,
  };
  return (
    <>
      <ListPage resource={alarmReceiver} cells={cells} onForm={({ id }) => setForm({ id })} />
      {form && <ReceiverForm id={form.id} onClose={() => setForm(null)} />}
    </>
  );
}

/** The ways messages go, and a try whether they arrive. */
function Ways({ row }: { readonly row: AlarmReceiver }) {
  const t = useT();
  const may = useCan('alarm:receiver:edit');
  const { options } = useDict('alarm_channel');
  const [busy, setBusy] = useState(false);
  const words = (ways: readonly string[]) =>
    ways.map((way) => options.find((one) => one.dictValue === way)?.dictLabel ?? way).join(', ');
  const test = async () => {
    setBusy(true);
    try {
      const { sent, unsent } = await call(testAlarmReceiver, { body: { id: row.id } });
      if (sent.length > 0) notify('success', t('platform.alarmReceiver.testSent', { ways: words(sent) }));
      if (unsent.length > 0) notify('warning', t('platform.alarmReceiver.testUnsent', { ways: words(unsent) }));
    } finally {
      setBusy(false);
    }
  };
  return (
    <span>
      {words(row.channels)}{' '}
      {may && (
        <Button size="small" loading={busy} onClick={() => void test()}>
          {t('platform.alarmReceiver.test')}
        </Button>
      )}
    </span>
  );
}
