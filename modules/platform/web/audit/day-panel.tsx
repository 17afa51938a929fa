import { DownloadOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Button, Card, Descriptions, Empty, Flex, Typography } from 'antd';
import { download } from '#kit/web/api/download.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import {
  type AuditCheck,
  type AuditDay,
  type LogName,
  logNames,
  sealFile,
} from '#modules/platform/contract/audit/audit.ts';
import { BrokenTable } from './broken-table.tsx';

interface Props {
  readonly day: AuditDay | null;
  readonly logName: LogName | undefined;
  readonly checks: readonly AuditCheck[];
}

/** One day: what was sealed, when it was checked, what is broken, and its seals to take away. */
export function DayPanel({ day, logName, checks }: Props) {
  const text = useTexts('platform.audit');
  const saving = useMutation({
    mutationFn: (log: LogName) => download(sealFile, { query: { day: day?.day ?? '', logName: log } }),
  });
  if (!day)
    return (
      <Card size="small" style={{ height: '100%' }}>
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('chooseDay')} />
      </Card>
    );
  const logs = logName ? [logName] : logNames;
  const broken = logs.flatMap((log) => brokenOn(checks, log, day.day));
  return (
    <Card size="small" title={text('dayOf', { day: day.day })} style={{ height: '100%' }}>
      <Flex vertical gap={16}>
        <Descriptions
          size="small"
          column={2}
          items={[
            { key: 'state', label: text('result'), children: text(`state.${day.state}`) },
            {
              key: 'checkedAt',
              label: text('checkedAt'),
              children: day.checkedAt ? wallTime(day.checkedAt) : text('never'),
            },
            { key: 'seals', label: text('seals'), children: day.seals },
            { key: 'rows', label: text('rows'), children: day.rows },
            ...(day.waiting > 0 ? [{ key: 'waiting', label: text('waiting'), children: day.waiting }] : []),
          ]}
        />
        <div>
          <Typography.Text strong>{text('broken')}</Typography.Text>
          {broken.length > 0 ? (
            <BrokenTable rows={broken} />
          ) : (
            <Typography.Paragraph type="secondary" style={{ margin: '4px 0 0' }}>
              {text(day.state === 'unchecked' ? 'state.unchecked' : 'noBroken')}
            </Typography.Paragraph>
          )}
        </div>
        {day.seals > 0 && (
          <div>
            <Typography.Text strong>{text('download')}</Typography.Text>
            <Flex gap={8} wrap style={{ marginBlockStart: 8 }}>
              {logs.map((log) => (
                <Button
                  key={log}
                  size="small"
                  icon={<DownloadOutlined aria-hidden />}
                  loading={saving.isPending && saving.variables === log}
                  onClick={() => saving.mutate(log)}
                >
                  {text(log)}
                </Button>
              ))}
            </Flex>
          </div>
        )}
      </Flex>
    </Card>
  );
}

/** What the last whole check of the day named, and what samples found since. */
function brokenOn(checks: readonly AuditCheck[], log: LogName, day: string) {
  const covers = (one: AuditCheck) =>
    one.scope === 'days' && one.logNames.includes(log) && (one.fromDay ?? '') <= day && day <= (one.toDay ?? '');
  const whole = checks.find(covers);
  return checks
    .filter((one) => one === whole || (one.scope === 'sample' && one.id > (whole?.id ?? 0)))
    .flatMap((one) => one.broken)
    .filter((one) => one.day === day && one.log === log);
}
