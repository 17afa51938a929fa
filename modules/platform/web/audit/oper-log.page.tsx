import { Tag } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { type SysOperLog, sysOperLog } from '#modules/platform/contract/audit/sys-oper-log.ts';
import { useDefaultPeriod } from './default-period.ts';
import { OperInside } from './oper-inside.tsx';

const colours: Readonly<Record<string, string>> = { ok: 'success', refused: 'warning', failed: 'error' };

export default function OperLogPage() {
  useDefaultPeriod(1);
  const t = useT();
  return (
    <ListPage
      resource={sysOperLog}
      onForm={() => {}}
      cells={{
        nickname: (row) => row.nickname ?? t('platform.sysOperLog.nobody'),
        entityName: (row) => <Record row={row} />,
        result: (row) => <Tag color={colours[row.result] ?? 'default'}>{row.resultName}</Tag>,
        changeText: (row) => <OperInside id={row.id} />,
      }}
    />
  );
}

/** What was acted on: its kind in words where the product has a word for it, and its name. */
function Record({ row }: { readonly row: SysOperLog }) {
  const t = useT();
  const key = `${row.module}.${row.entity}._title`;
  const kind = t.has(key) ? t.any(key) : row.entity;
  return (
    <>
      {kind}
      {row.entityName && <span data-record>{` · ${row.entityName}`}</span>}
    </>
  );
}
