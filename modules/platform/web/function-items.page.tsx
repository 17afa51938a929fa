import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Drawer, Flex, Form, Select, Skeleton, Space, TreeSelect } from 'antd';
import { useId } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { FormNotes } from '#kit/web/resource/form-notes.tsx';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { useResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { useConfirmLeave } from '#kit/web/ui/use-confirm-leave.ts';
import { usePanel } from '#kit/web/ui/use-panel.ts';
import { sysFunctionItem } from '#modules/platform/contract/sys-function.ts';
import { type MenuRow, menuCalls, menuCoverage } from '#modules/platform/contract/sys-menu.ts';
import { useFunctionTree } from './functions/use-function-tree.ts';

/** What can be sold or withheld, one by one. */
export default function FunctionItemsPage() {
  const t = useT();
  const language = useLanguage();
  const { panel, open, close } = usePanel();
  const id = panel?.kind === 'edit' ? panel.id : undefined;
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
          title={t.any('platform.functionPage.outside', { n: outside })}
          action={<PageLink to="/system/menu">{t.any('platform.functionPage.look')}</PageLink>}
        />
      )}
      <ListPage
        resource={sysFunctionItem}
        onForm={(wanted) => open(wanted.id ? { kind: 'edit', id: wanted.id } : { kind: 'new' })}
      />
      {(panel?.kind === 'new' || id !== undefined) && <ItemForm key={id ?? 'new'} id={id} onClose={close} />}
    </Flex>
  );
}

const own = new Set(['menuIds', 'dependsOn']);

function ItemForm({ id, onClose }: { readonly id: number | undefined; onClose(): void }) {
  const t = useT();
  const formId = useId();
  const language = useLanguage();
  const confirmLeave = useConfirmLeave();
  const form = useResourceForm(sysFunctionItem, {
    id,
    initial: { menuIds: [], dependsOn: [], terminal: 'web', orderNum: 0, status: 'enabled' },
  });
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
  const submit = async () => {
    if (await form.submit()) onClose();
  };
  const leave = async () => {
    if (form.isDirty && !(await confirmLeave())) return;
    form.restart();
    onClose();
  };
  const isReady = !form.loading && !form.loadError;
  const problemOf = (name: string) =>
    form.errors[name] && { validateStatus: 'error' as const, help: form.errors[name] };
  return (
    <Drawer
      open
      size="min(880px, 100vw)"
      title={t(form.isEditing ? 'kit.editOf' : 'kit.newOf', { noun: t.any('platform.sysFunctionItem._title') })}
      onClose={() => void leave()}
      mask={{ closable: !form.isDirty }}
      footer={
        <Space style={{ float: 'inline-end' }}>
          <Button onClick={() => void leave()}>{t('kit.cancel')}</Button>
          <Button type="primary" htmlType="submit" form={formId} loading={form.submitting} disabled={!isReady}>
            {t('kit.save')}
          </Button>
        </Space>
      }
    >
      {form.loadError && <Failed error={form.loadError} onRetry={form.reload} />}
      {form.loading && <Skeleton active />}
      {isReady && (
        <Form id={formId} layout="vertical" onFinish={() => void submit()}>
          <FormNotes form={form} />
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
        </Form>
      )}
    </Drawer>
  );
}
