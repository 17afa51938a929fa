import { DownloadOutlined } from '@ant-design/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, Button, Flex, Progress, Table, Typography } from 'antd';
import { type AnyResource, labelKey } from '#kit/contract/resource.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { isOver, type Job, jobPort, jobsKey } from '#kit/web/jobs/job-port.ts';
import { useRowCount } from '#kit/web/jobs/job-state.tsx';

interface Props {
  readonly resource: AnyResource;
  readonly job: Job | undefined;
  /** Nothing was written, only looked at. */
  readonly isCheck: boolean;
}

/** How far the job is; then how many rows are right, and what is wrong with the others. */
export function ImportResult({ resource, job, isCheck }: Props) {
  const t = useT();
  const rowCount = useRowCount();
  if (!job || !isOver(job)) {
    return (
      <Flex vertical gap={8} aria-live="polite">
        <Typography.Text>{t(isCheck ? 'sheet.checking' : 'sheet.saving')}</Typography.Text>
        <Progress percent={job?.percent ?? 0} status="active" />
        <Typography.Text type="secondary">{job ? rowCount(job) : ''}</Typography.Text>
      </Flex>
    );
  }
  return (
    <Flex vertical gap={16}>
      <Summary job={job} isCheck={isCheck} />
      {job.failedRows > 0 && <Errors resource={resource} job={job} />}
    </Flex>
  );
}

function Summary({ job, isCheck }: Omit<Props, 'resource'> & { readonly job: Job }) {
  const t = useT();
  const args = { n: job.done, ok: job.done - job.failedRows, bad: job.failedRows };
  if (job.status !== 'succeeded' && job.status !== 'partly') {
    return <Alert type="error" showIcon title={t('sheet.stopped')} description={job.message} />;
  }
  if (job.done === 0) return <Alert type="warning" showIcon title={t('sheet.noRows')} />;
  if (job.failedRows === 0) {
    return <Alert type="success" showIcon title={t(isCheck ? 'sheet.allRight' : 'sheet.saved', args)} />;
  }
  const key = isCheck ? (args.ok === 0 ? 'sheet.allWrong' : 'sheet.someWrong') : 'sheet.savedSome';
  return <Alert type={args.ok === 0 ? 'error' : 'warning'} showIcon title={t(key, args)} />;
}

/** The first refused rows on the spot; all of them, as they came, in a file to be corrected. */
function Errors({ resource, job }: { readonly resource: AnyResource; readonly job: Job }) {
  const t = useT();
  const { data = [], isPending } = useQuery({
    queryKey: [...jobsKey, job.id, 'errors'],
    queryFn: async () => (await jobPort.current?.errors(job.id)) ?? [],
  });
  const file = useMutation({ mutationFn: async () => jobPort.current?.save(job.id, 'errors') });
  const lines = data.flatMap(({ rowNo, reasons }) =>
    reasons.map(({ field, msg }, index) => ({ key: `${rowNo}-${index}`, rowNo, field, msg })),
  );
  return (
    <Flex vertical gap={8}>
      <Flex justify="space-between" align="center" wrap>
        <Typography.Text strong>{t('sheet.firstErrors', { n: lines.length })}</Typography.Text>
        {job.hasErrors && (
          <Button icon={<DownloadOutlined aria-hidden />} loading={file.isPending} onClick={() => file.mutate()}>
            {t('job.errors')}
          </Button>
        )}
      </Flex>
      <Table
        size="small"
        loading={isPending}
        pagination={false}
        scroll={{ y: 360 }}
        dataSource={lines}
        columns={[
          { key: 'rowNo', title: t('sheet.row'), dataIndex: 'rowNo', width: 80 },
          {
            key: 'field',
            title: t('sheet.item'),
            width: 180,
            render: (_, line) => (line.field ? t.any(labelKey(resource, line.field)) : '-'),
          },
          { key: 'msg', title: t('sheet.reason'), dataIndex: 'msg' },
        ]}
      />
    </Flex>
  );
}
