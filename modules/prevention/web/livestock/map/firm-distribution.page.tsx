import { Card, Descriptions, Drawer, Flex, Input, Select, Space } from 'antd';
import { useState } from 'react';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { enterprise, type PreventionEnterprise } from '#modules/prevention/contract/household/enterprise.ts';
import { firmMap } from '#modules/prevention/contract/livestock/map.ts';
import { enterpriseTypes } from '#modules/registry/contract/principal/enterprise.ts';
import { colourOf, ListMap } from '#modules/registry/web/index.ts';
import { Opens } from '../../common/opens.tsx';
import { CoverageBar } from '../../household/coverage-bar.tsx';

/** 企业分布: enterprises where they are; a pin opens a card with stock and the latest visit. */
export default function FirmDistributionPage() {
  const text = useTexts('prevention.enterprise');
  const url = useUrlState();
  const [opened, setOpened] = useState<number | null>(null);
  const types = useDict('principal_type').options.filter((one) =>
    (enterpriseTypes as readonly string[]).includes(one.dictValue),
  );
  const filters = {
    ...(url.get('keyword') && { keyword: url.get('keyword') ?? '' }),
    ...(url.get('types') && { types: url.get('types') ?? '' }),
  };
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Space wrap>
          <Input.Search
            key={url.get('keyword') ?? ''}
            defaultValue={url.get('keyword') ?? ''}
            allowClear
            placeholder={text('principalUnitName')}
            aria-label={text('principalUnitName')}
            style={{ width: 240 }}
            onSearch={(keyword) => url.set({ keyword: keyword || null })}
          />
          <Select
            mode="multiple"
            allowClear
            maxTagCount="responsive"
            placeholder={text('principalUnitType')}
            aria-label={text('principalUnitType')}
            style={{ width: 280 }}
            value={url.get('types')?.split(',').filter(Boolean) ?? []}
            onChange={(next: string[]) => url.set({ types: next.join(',') || null })}
            options={types.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
          />
        </Space>
      </Card>
      <ListMap
        endpoint={firmMap}
        queryKey={['prevention.enterprise']}
        filters={filters}
        dict="principal_type"
        colourOf={colourOf}
        sum="registry.distribution.sum"
        height={560}
        onMember={({ id }) => setOpened(id)}
        memberLink={({ id, name }) => <Opens to={`/ant/animalProtection/householdDetail?id=${id}`}>{name}</Opens>}
        onlyKind={filters.types ?? null}
        onKind={(kind) => url.set({ types: kind })}
      />
      {opened !== null && <FirmCard key={opened} id={opened} onClose={() => setOpened(null)} />}
    </Flex>
  );
}

function FirmCard({ id, onClose }: { readonly id: number; onClose(): void }) {
  const t = useT();
  const text = useTexts('prevention.enterprise');
  const { row, error, refresh } = useResourceDetail(enterprise, id);
  const one = row as unknown as PreventionEnterprise | undefined;
  return (
    <Drawer open size={380} title={<span data-record>{one?.principalUnitName ?? ''}</span>} onClose={onClose}>
      {error ? (
        <Failed error={error} onRetry={refresh} />
      ) : one ? (
        <Flex vertical gap={16} data-record>
          <Descriptions
            column={1}
            size="small"
            items={[
              { key: 'type', label: text('principalUnitType'), children: one.principalUnitTypeName },
              { key: 'region', label: text('regionCode'), children: one.regionCodeName },
              { key: 'scale', label: text('scale'), children: one.scaleName ?? '-' },
              { key: 'stock', label: text('stock'), children: one.stock.toLocaleString('en') },
              {
                key: 'coverage',
                label: text('coverage'),
                children: <CoverageBar coverage={one.coverage} due={one.due} done={one.done} />,
              },
              { key: 'lastVisitOn', label: text('lastVisitOn'), children: one.lastVisitOn ?? '-' },
              { key: 'videoCount', label: text('videoCount'), children: one.videoCount },
            ]}
          />
          <Opens to={`/ant/animalProtection/householdDetail?id=${id}`}>{t('kit.detail')}</Opens>
        </Flex>
      ) : (
        <Waiting />
      )}
    </Drawer>
  );
}
