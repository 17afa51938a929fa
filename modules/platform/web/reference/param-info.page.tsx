import { Button, Card, Flex, Input, Segmented } from 'antd';
import { useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import type { ParamRow } from '#modules/platform/contract/reference/params.ts';
import { ParamTable } from '../tenant/param-table.tsx';
import { WorkDays } from './work-days.tsx';

const owners = ['tenant_admin', 'security_admin', 'platform_admin'] as const;

/** 参数配置. Who may not change a parameter reads it. */
export default function ParamInfoPage() {
  const t = useT();
  const url = useUrlState();
  const [showsDays, setShowsDays] = useState(false);
  const owner = owners.find((one) => one === url.get('owner')) as ParamRow['owner'] | undefined;
  return (
    <Card size="small">
      <Flex gap={12} wrap style={{ marginBottom: 12 }}>
        <Input.Search
          allowClear
          defaultValue={url.get('keyword') ?? ''}
          placeholder={t('platform.paramPage.search')}
          aria-label={t('platform.paramPage.search')}
          onSearch={(keyword) => url.set({ keyword: keyword || null })}
          style={{ width: 260 }}
        />
        <Segmented
          value={owner ?? 'all'}
          onChange={(next) => url.set({ owner: next === 'all' ? null : String(next) })}
          options={[
            { value: 'all', label: t('platform.paramPage.all') },
            ...owners.map((value) => ({ value, label: t.any(`platform.wizard.${value}`) })),
          ]}
        />
        <Button onClick={() => setShowsDays(true)}>{t('platform.workDays.title')}</Button>
      </Flex>
      <ParamTable keyword={url.get('keyword') ?? undefined} owner={owner} />
      {showsDays && <WorkDays onClose={() => setShowsDays(false)} />}
    </Card>
  );
}
