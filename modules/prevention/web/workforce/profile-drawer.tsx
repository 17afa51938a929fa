import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, DatePicker, Drawer, Flex, Form, Input } from 'antd';
import dayjs from 'dayjs';
import { useId, useState } from 'react';
import { ApiError, call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import {
  saveWorkerProfile,
  type Worker,
  type WorkerCard,
  worker,
  workerCard,
} from '#modules/prevention/contract/workforce/worker.ts';

/** Certificate, education and picture of a worker. */
export function ProfileDrawer({ row, onClose }: { readonly row: Worker; onClose(): void }) {
  const t = useT();
  const { data, error, refetch } = useQuery({
    queryKey: [...resourceKey(worker), 'card', row.id, 'profile'],
    queryFn: () => call(workerCard, { query: { id: row.id }, quiet: true }),
  });
  return (
    <Drawer open size="min(520px, 100vw)" title={t('prevention.workerPage.profile')} onClose={onClose}>
      {data && <ProfileForm row={row} card={data} onClose={onClose} />}
      {!data && (error ? <Failed error={error} onRetry={() => void refetch()} /> : <Waiting />)}
    </Drawer>
  );
}

function ProfileForm({ row, card, onClose }: { readonly row: Worker; readonly card: WorkerCard; onClose(): void }) {
  const t = useT();
  const id = useId();
  const client = useQueryClient();
  const [no, setNo] = useState(row.certificateNo ?? '');
  const [until, setUntil] = useState(row.certificateUntil);
  const [education, setEducation] = useState(card.education ?? '');
  const [papers, setPapers] = useState<number[]>([...card.certificates]);
  const [photo, setPhoto] = useState<number[]>(row.photoId ? [row.photoId] : []);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await call(saveWorkerProfile, {
        body: {
          staffId: row.id,
          certificateNo: no || null,
          certificateUntil: until,
          education: education || null,
          certificateIds: papers,
          photoId: photo[0] ?? null,
        },
      });
      void client.invalidateQueries({ queryKey: resourceKey(worker) });
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.errors[0]?.msg ?? error.message);
    } finally {
      setBusy(false);
    }
  };
  const label = useTexts('prevention.worker');
  return (
    <Form layout="vertical" onFinish={() => void save()}>
      <Form.Item label={label('certificateNo')} htmlFor={`${id}-no`}>
        <Input id={`${id}-no`} maxLength={40} value={no} onChange={(event) => setNo(event.target.value)} />
      </Form.Item>
      <Form.Item label={label('certificateUntil')} htmlFor={`${id}-until`}>
        <DatePicker
          id={`${id}-until`}
          style={{ width: '100%' }}
          value={until ? dayjs(until, 'YYYY-MM-DD') : null}
          onChange={(day) => setUntil(day ? day.format('YYYY-MM-DD') : null)}
        />
      </Form.Item>
      <Form.Item label={t('prevention.workerPage.education')} htmlFor={`${id}-education`}>
        <Input
          id={`${id}-education`}
          maxLength={40}
          value={education}
          onChange={(event) => setEducation(event.target.value)}
        />
      </Form.Item>
      <Form.Item label={t('prevention.workerPage.photo')}>
        <AttachmentsField
          bizType="prevention.worker"
          most={1}
          accept="image/*"
          value={photo}
          onChange={(ids) => setPhoto(ids)}
        />
      </Form.Item>
      <Form.Item label={t('prevention.workerPage.papers')}>
        <AttachmentsField bizType="prevention.worker" value={papers} onChange={setPapers} />
      </Form.Item>
      {problem && <Alert type="error" showIcon title={problem} style={{ marginBlockEnd: 16 }} />}
      <Flex justify="end" gap={8}>
        <Button onClick={onClose}>{t('kit.cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('kit.save')}
        </Button>
      </Flex>
    </Form>
  );
}
