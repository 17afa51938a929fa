import { Alert, Button, Flex } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { UsageTown } from '#modules/platform/contract/audit/usage.ts';

interface Props {
  readonly towns: readonly UsageTown[];
  onPick(code: number): void;
}

/** More than this is a table's business. */
const most = 24;

export function SilentTowns({ towns, onPick }: Props) {
  const t = useT();
  const silent = towns.filter((one) => one.isSilent);
  if (silent.length === 0) return <Alert type="success" showIcon title={t('platform.usage.silentNone')} />;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('platform.usage.silentAll', { n: silent.length })}
      description={
        <Flex gap={4} wrap data-silent>
          {silent.slice(0, most).map((one) => (
            <Button key={one.regionCode} size="small" onClick={() => onPick(one.regionCode)} data-record>
              {one.countyName} {one.name}
            </Button>
          ))}
          {silent.length > most && '…'}
        </Flex>
      }
    />
  );
}
