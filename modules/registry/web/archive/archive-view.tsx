import { useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, Space, Statistic, Tabs, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { Cell } from '#kit/web/cells/cell.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import type { Row } from '#kit/web/resource/resource-calls.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { useSlotParts } from '#kit/web/slot-parts.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { mainFileTabs } from '#modules/registry/contract/archive/main-file.ts';
import { holderTypes, principal } from '#modules/registry/contract/principal/principal.ts';
import { PrintArchive } from './print-archive.tsx';
import { archivePlace } from './tabs.ts';

const species = ['cattleHead', 'sheepHead', 'goatHead'] as const;

/** Who a unit or household is, with the ways to what may be changed of it. */
export function ArchiveHead({ row }: { readonly row: Row }) {
  const t = useT();
  const { openPage } = usePage();
  const doors = [
    { key: 'edit', to: `/pri/principal/add?id=${row.id}`, may: row._can.includes('edit') },
    { key: 'jurisdiction', to: `/pri/principal/jurisdiction?id=${row.id}`, may: useCan('pri:jurisdiction:view') },
    { key: 'system', to: `/pri/principal/system?id=${row.id}`, may: useCan('pri:principal:system') },
    { key: 'config', to: `/pri/principal/config?id=${row.id}`, may: useCan('pri:principal:config') },
  ];
  const isHolder = (holderTypes as readonly string[]).includes(String(row.principalUnitType));
  const label = useTexts('registry.principal');
  const cell = (name: string) => <Cell name={name} field={principal.fields[name as 'status']} row={row} />;
  return (
    <Card size="small">
      <Flex justify="space-between" align="start" gap={16} wrap>
        <Flex vertical gap={6}>
          <Space size={10} wrap>
            <Typography.Title level={4} style={{ margin: 0 }} data-record>
              {String(row.principalUnitName)}
            </Typography.Title>
            {cell('status')}
            <span data-record>{cell('principalUnitType')}</span>
            {row.householdMark && row.householdMark !== 'none' ? (
              <span data-record>{cell('householdMark')}</span>
            ) : null}
            {row.scale ? <span data-record>{cell('scale')}</span> : null}
          </Space>
          <Typography.Text type="secondary" data-record>
            {[row.regionCodeName, row.contactName, row.contactPhone].filter(Boolean).join(' · ')}
          </Typography.Text>
          <Space wrap>
            {doors
              .filter((one) => one.may)
              .map(({ key, to }) => (
                <Button key={key} size="small" onClick={() => openPage(to)}>
                  {t.any(`registry.archive.open_${key}`)}
                </Button>
              ))}
            {isHolder && <PrintArchive id={row.id} />}
          </Space>
        </Flex>
        <Space size={32}>
          {species.map((name) => (
            <Statistic key={name} title={label(name)} value={Number(row[name] ?? 0)} />
          ))}
          <Statistic title={label('completeness')} value={Number(row.completeness ?? 0)} suffix="%" />
        </Space>
      </Flex>
    </Card>
  );
}

/** A tab of each module that knows something of it. */
export function ArchiveTabs({ id }: { readonly id: number }) {
  const url = useUrlState();
  const { actions } = useSession();
  const slots = useSlotParts<{ id: number }>(archivePlace, actions);
  const { data } = useQuery({
    queryKey: ['registry.mainFileTabs', id],
    queryFn: () => call(mainFileTabs, { params: { id }, quiet: true }),
  });
  const counts = new Map((data ?? []).map((one) => [one.key, one.count]));
  return (
    <Tabs
      activeKey={url.get('tab') ?? slots[0]?.key ?? ''}
      onChange={(tab) => url.set({ tab }, { replace: true })}
      destroyOnHidden
      items={slots.map(({ key, label, View }) => ({
        key,
        label: counts.has(key) ? `${label} ${counts.get(key)}` : label,
        children: <View id={id} />,
      }))}
    />
  );
}
