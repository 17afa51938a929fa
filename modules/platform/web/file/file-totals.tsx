import { Flex, Progress, Tag, Typography } from 'antd';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { fileTotals } from '#modules/platform/contract/file/sys-file.ts';
import { bytesText } from '../common/bytes.ts';

interface Props {
  readonly totals: DataOf<typeof fileTotals>;
  readonly chosen: string | null;
  onChoose(bizType: string | null): void;
}

/** How full the tenant's store is, and with what; each kind opens its files. */
export function FileTotals({ totals, chosen, onChoose }: Props) {
  const t = useT();
  const { bytes, quotaBytes, files, kinds } = totals;
  const percent = quotaBytes > 0 ? (bytes / quotaBytes) * 100 : 0;
  return (
    <Flex gap={24} align="center" wrap>
      <div style={{ width: 260 }}>
        <Flex justify="space-between">
          <span>{t('platform.sysFile.quota')}</span>
          <Typography.Text type="secondary">
            {t('platform.sysFile.quotaOf', { used: bytesText(bytes), quota: bytesText(quotaBytes) })}
          </Typography.Text>
        </Flex>
        <Progress
          percent={Math.round(percent * 10) / 10}
          size="small"
          status={percent >= 90 ? 'exception' : 'normal'}
          aria-label={t('platform.sysFile.quota')}
        />
      </div>
      <Flex gap={8} wrap style={{ flex: 1 }}>
        <Tag.CheckableTag checked={chosen === null} onChange={() => onChoose(null)}>
          {`${t('platform.sysFile.all')} · ${t('platform.sysFile.filesN', { n: files })}`}
        </Tag.CheckableTag>
        {kinds.map((one) => (
          <Tag.CheckableTag
            key={one.bizType}
            checked={chosen === one.bizType}
            onChange={(isOn) => onChoose(isOn ? one.bizType : null)}
          >
            {`${one.name} · ${t('platform.sysFile.filesN', { n: one.files })} · ${bytesText(one.bytes)}`}
          </Tag.CheckableTag>
        ))}
      </Flex>
    </Flex>
  );
}
