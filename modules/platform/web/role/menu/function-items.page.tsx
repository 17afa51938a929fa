import { useQuery } from '@tanstack/react-query';
import { Alert, Flex, Form, Select, TreeSelect } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import type { ResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { usePanel } from '#kit/web/ui/use-panel.ts';
import { sysFunctionItem } from '#modules/platform/contract/role/sys-function.ts';
import { type MenuRow, menuCalls, menuCoverage } from '#modules/platform/contract/role/sys-menu.ts';
import { OwnName } from '../../common/own-name.tsx';
import { useFunctionTree } from './use-function-tree.ts';

/** What can be sold or withheld, one by one. */
export default function FunctionItemsPage() {
  const t = useT();
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['platform.menuCoverage', language],
    queryFn: () => call(menuCoverage, { quiet: true }),
  });
  const outside = data?.inNoItem.length ?? 0;
  return (
    <Flex vertical gap={12}>
      {outside > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('platform.functionPage.outside', { n: outside })}
          action={<PageLink to="/system/menu">{t('platform.functionPage.look')}</PageLink>}
        />
      )}
      <ResourcePage
        resource={sysFunctionItem}
        cells={{
          itemName: (row) => <OwnName zh={row.itemName} tw={row.itemNameTw} en={row.itemNameEn} />,
        }}
        form={{ initial, body: (form, formId) => <ItemFields form={form} formId={formId} /> }}
      />
    </Flex>
  );
}

const own = new Set(['menuIds', 'dependsOn']);

const initial = { menuIds: [], dependsOn: [], terminal: 'web', orderNum: 0, status: 'enabled' };

interface FieldsProps {
  readonly form: ResourceForm;
  readonly formId: string;
}

function ItemFields({ form, formId }: FieldsProps) {
  const { panel } = usePanel();
  const id = panel?.kind === 'edit' ? panel.id : undefined;
  const language = useLanguage();
  const { items } = useFunctionTree();
  const terminal = form.values.terminal === 'mobile' ? 'mobile' : 'web';
  const menus = useQuery({
    queryKey: ['platform.menus', terminal, 'all'],
    queryFn: () => call(menuCalls[terminal].list, { query: {}, quiet: true }) as Promise<MenuRow[]>,
  });
  const nameOf = (row: MenuRow) =>
    language === 'en' ? row.menuNameEn : language === 'zh_TW' ? row.menuNameTw : row.menuName;
  const branch = (parentId: number | null): object[] =>
    (menus.data ?? [])
      .filter((row) => row.parentId === parentId)
      .map((row) => ({
        value: row.id,
        title: row.menuType === 4 ? `${nameOf(row)} (${row.permission})` : nameOf(row),
        checkable: row.menuType >= 3,
        children: branch(row.id),
      }));
  const problemOf = (name: string) =>
    form.errors[name] && { validateStatus: 'error' as const, help: form.errors[name] };
  return (
    <>
      <FormFields id={formId} form={form} names={form.names.filter((name) => !own.has(name))} />
      <Form.Item label={form.labelOf('menuIds')} required {...problemOf('menuIds')}>
        <TreeSelect
          treeCheckable
          treeCheckStrictly
          showCheckedStrategy="SHOW_ALL"
          showSearch={{ treeNodeFilterProp: 'title' }}
          loading={menus.isFetching}
          treeData={branch(null) as never}
          value={((form.values.menuIds as number[] | null) ?? []).map((value) => ({ value }))}
          onChange={(chosen: { value: number }[]) =>
            form.set(
              'menuIds',
              chosen.map((one) => one.value),
            )
          }
          style={{ width: '100%' }}
          maxTagCount={30}
        />
      </Form.Item>
      <Form.Item label={form.labelOf('dependsOn')} {...problemOf('dependsOn')}>
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          value={(form.values.dependsOn as number[] | null) ?? []}
          onChange={(ids: number[]) => form.set('dependsOn', ids)}
          options={[...items.values()]
            .filter((one) => one.itemId !== id)
            .map((one) => ({ value: one.itemId, label: `${one.itemName} (${one.itemCode})` }))}
        />
      </Form.Item>
    </>
  );
}
