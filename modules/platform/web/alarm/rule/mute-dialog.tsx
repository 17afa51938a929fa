import { Form, Input, Modal, Radio, Select } from 'antd';
import { useId, useState } from 'react';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { callOf, useChanged } from '#kit/web/resource/resource-calls.ts';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';
import type { Alarm } from '#modules/platform/contract/alarm/alarm.ts';
import { alarmMute } from '#modules/platform/contract/alarm/alarm-mute.ts';

const lengths = [2, 8, 24, 72];

/** A maintenance window for the thing an alarm speaks of, from now on. */
export function MuteDialog({ row, onClose }: { readonly row: Alarm; onClose(): void }) {
  useReturnFocus();
  const t = useT();
  const id = useId();
  const changed = useChanged(alarmMute);
  const [hours, setHours] = useState(8);
  const [isAll, setAll] = useState(false);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const isMissing = tried && reason.trim() === '';
  const save = async () => {
    setTried(true);
    if (reason.trim() === '' || busy) return;
    setBusy(true);
    const now = Date.now();
    try {
      await call(callOf(alarmMute, 'add'), {
        body: {
          subjectEntity: row.subjectEntity,
          subjectId: row.subjectId,
          subjectName: row.subjectName,
          principalId: row.principalId,
          kinds: isAll ? null : [row.kind],
          fromAt: new Date(now).toISOString(),
          toAt: new Date(now + hours * 3_600_000).toISOString(),
          reason: reason.trim(),
        },
      });
      notify('success', t('platform.alarmPage.muteDone'));
      void changed();
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t('platform.alarmPage.muteTitle', { name: row.subjectName ?? row.docNo })}
      okText={t('platform.alarmPage.mute')}
      okButtonProps={{ htmlType: 'submit', form: id }}
      confirmLoading={busy}
      onCancel={onClose}
    >
      <Form id={id} layout="vertical" onFinish={() => void save()}>
        <Form.Item label={t('platform.alarmPage.muteFor')} htmlFor={`${id}-hours`}>
          <Select
            id={`${id}-hours`}
            value={hours}
            onChange={setHours}
            options={lengths.map((n) => ({ value: n, label: t('platform.alarmPage.hours', { n }) }))}
          />
        </Form.Item>
        <Form.Item label={t('platform.alarmMute.kinds')}>
          <Radio.Group
            value={isAll}
            onChange={(event) => setAll(event.target.value)}
            options={[
              { value: false, label: t('platform.alarmPage.muteKinds') },
              { value: true, label: t('platform.alarmPage.allKinds') },
            ]}
          />
        </Form.Item>
        <Form.Item
          label={t('platform.alarmMute.reason')}
          htmlFor={`${id}-reason`}
          required
          {...(isMissing && { validateStatus: 'error' as const, help: t('error.field.required') })}
        >
          <Input.TextArea
            id={`${id}-reason`}
            rows={2}
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
