import { DiffOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal, Select, Table, Tag } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import type { Cells } from '#kit/web/resource/table-columns.tsx';
import type { ResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { OwnField, PlainFields } from '#kit/web/ui/own-fields.tsx';
import { type SysTenantPackage, sysTenantPackage } from '#modules/platform/contract/tenant/sys-tenant-package.ts';
import { ItemTree } from '../role/menu/item-tree.tsx';
import { useFunctionTree } from '../role/menu/use-function-tree.ts';

/** What is sold. */
export default function TenantPackagePage() {
  const t = useT();
  const [isComparing, setComparing] = useState(false);
  const systems = useDict('sys_system').options;
  const cells: Cells<typeof sysTenantPackage> = {
    systemIds: (row) =>
      (row.systemIds as number[]).map((id) => (
        <Tag key={id}>{systems.find((one) => one.dictValue === String(id))?.dictLabel ?? id}</Tag>
      )),
  };
  return (
    <>
      <ResourcePage
        resource={sysTenantPackage}
        cells={cells}
        extra={() => (
          <Button icon={<DiffOutlined aria-hidden />} onClick={() => setComparing(true)}>
            {t('platform.packagePage.compare')}
          </Button>
        )}
        form={{
          width: 960,
          initial: { itemIds: [] },
          body: (form, formId) => <PackageFields form={form} formId={formId} />,
        }}
      />
      {isComparing && <Compare onClose={() => setComparing(false)} />}
    </>
  );
}

function PackageFields({ form, formId }: { readonly form: ResourceForm; readonly formId: string }) {
  return (
    <>
      <PlainFields form={form} formId={formId} but={['itemIds']} />
      <OwnField form={form} formId={formId} name="itemIds">
        <ItemTree value={(form.values.itemIds as number[] | null) ?? []} onChange={(ids) => form.set('itemIds', ids)} />
      </OwnField>
    </>
  );
}

/** Two packages beside each other: quotas, and the items only one of them has. */
function Compare({ onClose }: { onClose(): void }) {
  const t = useT();
  const joined = useJoined();
  const language = useLanguage();
  const [pair, setPair] = useState<[number | null, number | null]>([null, null]);
  const { items } = useFunctionTree();
  const { data = [] } = useQuery({
    queryKey: [...resourceKey(sysTenantPackage), 'all', language],
    queryFn: async () =>
      (await call(callOf(sysTenantPackage, 'list'), { query: { pageSize: 100 }, quiet: true })) as SysTenantPackage[],
  });
  const chosen = pair.map((id) => data.find((one) => one.id === id));
  const [left, right] = chosen;
  const sets = chosen.map((one) => new Set((one?.itemIds as number[] | undefined) ?? []));
  const only = (mine: number) =>
    [...(sets[mine] ?? [])].filter((id) => !sets[1 - mine]?.has(id)).map((id) => items.get(id)?.itemName ?? String(id));
  const fields = ['itemCount', 'maxUsers', 'maxPrincipals', 'maxAnimals', 'storageGb', 'termMonths'] as const;
  const rows = [
    ...fields.map((name) => ({
      key: name as string,
      label: t.any(`platform.sysTenantPackage.${name}`),
      left: left?.[name]?.toLocaleString() ?? '',
      right: right?.[name]?.toLocaleString() ?? '',
    })),
    {
      key: 'only',
      label: t('platform.packagePage.only'),
      left: left && right ? joined(only(0)) || '–' : '',
      right: left && right ? joined(only(1)) || '–' : '',
    },
  ];
  const pick = (at: 0 | 1) => (
    <Select
      style={{ width: '100%' }}
      value={pair[at]}
      aria-label={t('platform.sysTenantPackage.packageName')}
      placeholder={t('platform.sysTenantPackage.packageName')}
      options={data.map((one) => ({ value: one.id, label: one.packageName }))}
      onChange={(id: number) => setPair(at === 0 ? [id, pair[1]] : [pair[0], id])}
    />
  );
  return (
    <Modal open width={880} title={t('platform.packagePage.compare')} footer={null} onCancel={onClose}>
      <Table
        size="small"
        pagination={false}
        dataSource={rows}
        scroll={{ y: 480 }}
        rowClassName={(row) => (row.left !== row.right ? 'ant-table-row-selected' : '')}
        columns={[
          { dataIndex: 'label', width: 150 },
          { title: pick(0), dataIndex: 'left' },
          { title: pick(1), dataIndex: 'right' },
        ]}
      />
    </Modal>
  );
}
