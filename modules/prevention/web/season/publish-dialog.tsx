import { DatePicker, Form, Input, Modal, Typography } from 'antd';
import dayjs from 'dayjs';
import { useId, useState } from 'react';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { jobPort } from '#kit/web/jobs/job-port.ts';
import { callOf, useChanged } from '#kit/web/resource/resource-calls.ts';
import { type PreventionSeason, preventionSeason } from '#modules/prevention/contract/season/season.ts';
import { todayInChina } from '../common/days.ts';

interface Props {
  readonly row: PreventionSeason;
  onClose(): void;
  /** The job that builds the plan of every household. */
  onJob(id: number): void;
}

/** Publishing freezes what is planned, builds every household's plan and tells stations and workers. */
export function PublishDialog({ row, onClose, onJob }: Props) {
  const t = useT();
  const id = useId();
  const text = useTexts('prevention.seasonPage');
  const changed = useChanged(preventionSeason);
  const [snapshotDate, setDate] = useState(todayInChina());
  const [notice, setNotice] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await call(callOf(preventionSeason, 'transition'), {
        body: { id: row.id, version: row.version, name: 'publish', form: { snapshotDate, notice: notice || null } },
      });
      notify('success', t('ok.done'));
      const jobs = (await jobPort.current?.list()) ?? [];
      const job = jobs.find((one) => one.kind === 'preventionPlan');
      if (job) onJob(job.id);
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      void changed();
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t('prevention.preventionSeason._publish')}
      okText={t('prevention.preventionSeason._publish')}
      confirmLoading={busy}
      onCancel={onClose}
      onOk={() => void send()}
    >
      <Typography.Paragraph data-record>{text('publishWords', { name: row.name })}</Typography.Paragraph>
      <Form layout="vertical">
        <Form.Item label={t('prevention.preventionSeason.snapshotDate')} htmlFor={`${id}-day`} required>
          <DatePicker
            id={`${id}-day`}
            value={dayjs(snapshotDate, 'YYYY-MM-DD')}
            allowClear={false}
            onChange={(day) => day && setDate(day.format('YYYY-MM-DD'))}
            style={{ width: '100%' }}
          />
        </Form.Item>
        <Form.Item label={t('prevention.preventionSeason.notice')} htmlFor={`${id}-notice`}>
          <Input.TextArea
            id={`${id}-notice`}
            rows={3}
            maxLength={2000}
            value={notice}
            onChange={(event) => setNotice(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
