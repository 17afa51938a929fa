import { SafetyCertificateOutlined } from '@ant-design/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, DatePicker, Flex } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useEffect, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { isOver } from '#kit/web/jobs/job-port.ts';
import { JobProgress } from '#kit/web/jobs/job-state.tsx';
import { useJob } from '#kit/web/jobs/use-job.ts';
import { dateFormat } from '#kit/web/ui/times.ts';
import { checkAudit, type LogName } from '#modules/platform/contract/audit/audit.ts';

const usual = (): [Dayjs, Dayjs] => [dayjs().subtract(6, 'day'), dayjs()];

/** Asks for the check and follows it to its end; the board then shows what it found. */
export function StartCheck({ logName }: { readonly logName: LogName | undefined }) {
  const t = useT();
  const client = useQueryClient();
  const mayCheck = useCan('sys:audit:check');
  const [range, setRange] = useState(usual);
  const [jobId, setJobId] = useState<number | null>(null);
  const job = useJob(jobId);
  const starting = useMutation({
    mutationFn: () => {
      const [from, to] = range.map((one) => one.format(dateFormat)) as [string, string];
      return call(checkAudit, { body: { from, to, ...(logName && { logName }) } });
    },
    onSuccess: (answer) => setJobId(answer.jobId),
  });
  const isDone = job !== undefined && isOver(job);
  const message = job?.message ?? null;
  const isWell = job?.status === 'succeeded';
  useEffect(() => {
    if (!isDone) return;
    notify(isWell ? 'info' : 'error', message ?? '');
    setJobId(null);
    void client.invalidateQueries({ queryKey: ['platform.audit'] });
  }, [isDone, isWell, message, client]);
  if (!mayCheck) return null;
  const isRunning = starting.isPending || jobId !== null;
  return (
    <Flex gap={8} align="center" wrap>
      {isRunning && job && (
        <div style={{ width: 120 }} title={t('platform.audit.running')}>
          <JobProgress job={job} />
        </div>
      )}
      <DatePicker.RangePicker
        aria-label={t('platform.audit.range')}
        value={range}
        allowClear={false}
        format={dateFormat}
        maxDate={dayjs()}
        onChange={(next) => next?.[0] && next[1] && setRange([next[0], next[1]])}
        style={{ width: 240 }}
      />
      <Button
        type="primary"
        icon={<SafetyCertificateOutlined aria-hidden />}
        loading={isRunning}
        onClick={() => starting.mutate()}
      >
        {t('platform.audit.start')}
      </Button>
    </Flex>
  );
}
