import { DownloadOutlined, InboxOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Drawer, Flex, Space, Steps, Typography, Upload } from 'antd';
import { type AnyResource, fullName } from '#kit/contract/resource.ts';
import { download } from '#kit/web/api/download.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { isOver } from '#kit/web/jobs/job-port.ts';
import { callOf } from '#kit/web/resource/resource-calls.ts';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';
import { ImportResult } from './import-result.tsx';
import { type Import, type ImportStep, useImport } from './use-import.ts';

const steps: readonly ImportStep[] = ['file', 'check', 'save'];
const mostRows = 50_000;
const megabyte = 1024 * 1024;

interface Props {
  readonly resource: AnyResource;
  onClose(): void;
}

/** Template, file, check, import. It may be closed at any moment: what runs goes on and is seen in the header. */
export default function ImportDrawer({ resource, onClose }: Props) {
  const t = useT();
  useReturnFocus();
  const work = useImport(resource);
  return (
    <Drawer
      open
      title={t('sheet.importOf', { noun: t.any(`${fullName(resource)}._title`) })}
      size="min(760px, 100vw)"
      onClose={onClose}
      footer={<Buttons work={work} onClose={onClose} />}
    >
      <Flex vertical gap={24}>
        <Steps
          size="small"
          current={steps.indexOf(work.step)}
          items={[{ title: t('sheet.stepFile') }, { title: t('sheet.stepCheck') }, { title: t('sheet.stepSave') }]}
        />
        {work.step === 'file' ? (
          <FileStep resource={resource} work={work} />
        ) : (
          <ImportResult resource={resource} job={work.job} isCheck={work.step === 'check'} />
        )}
      </Flex>
    </Drawer>
  );
}

function FileStep({ resource, work }: { readonly resource: AnyResource; readonly work: Import }) {
  const t = useT();
  const template = useMutation({ mutationFn: () => download(callOf(resource, 'importTemplate')) });
  const most = callOf(resource, 'import').upload ?? megabyte;
  const take = (file: File) => {
    if (!/\.xlsx$/i.test(file.name)) notify('warning', t('sheet.notXlsx'));
    else if (file.size > most) notify('warning', t('error.tooLarge', { n: most / megabyte }));
    else work.choose(file);
    // The file goes up when the check is asked for, not when it is chosen.
    return false;
  };
  return (
    <Flex vertical gap={16}>
      <Alert
        type="info"
        showIcon
        title={t('sheet.templateHint')}
        action={
          <Button
            type="link"
            icon={<DownloadOutlined aria-hidden />}
            loading={template.isPending}
            onClick={() => template.mutate()}
          >
            {t('sheet.getTemplate')}
          </Button>
        }
      />
      <Upload.Dragger
        accept=".xlsx"
        maxCount={1}
        beforeUpload={take}
        fileList={work.file ? [{ uid: 'chosen', name: work.file.name, size: work.file.size }] : []}
        onRemove={() => work.choose(null)}
      >
        <p style={{ margin: 0, fontSize: 32, lineHeight: 1.4 }}>
          <InboxOutlined aria-hidden />
        </p>
        <p style={{ margin: 0 }}>{t('sheet.drop')}</p>
        <Typography.Text type="secondary">
          {t('sheet.dropHint', { mb: most / megabyte, n: mostRows.toLocaleString('en-US') })}
        </Typography.Text>
      </Upload.Dragger>
    </Flex>
  );
}

function Buttons({ work, onClose }: { readonly work: Import; onClose(): void }) {
  const t = useT();
  const { step, job, isBusy } = work;
  const isDone = job !== undefined && isOver(job);
  const right = job ? job.done - job.failedRows : 0;
  const mayGoOn = isDone && (job.status === 'succeeded' || job.status === 'partly') && right > 0;
  return (
    <Flex justify="end">
      <Space>
        {step === 'file' && (
          <Button type="primary" disabled={!work.file} loading={isBusy} onClick={work.check}>
            {t('sheet.check')}
          </Button>
        )}
        {step !== 'file' && isDone && (
          <Button disabled={isBusy} onClick={() => work.choose(null)}>
            {t('sheet.otherFile')}
          </Button>
        )}
        {step === 'check' && (
          <Button type="primary" disabled={!mayGoOn} loading={isBusy} onClick={work.save}>
            {mayGoOn
              ? t(job.failedRows > 0 ? 'sheet.saveRightOnly' : 'sheet.saveRight', { n: right })
              : t('sheet.import')}
          </Button>
        )}
        {step === 'save' && (
          <Button type="primary" onClick={onClose}>
            {t(isDone ? 'sheet.done' : 'kit.close')}
          </Button>
        )}
      </Space>
    </Flex>
  );
}
