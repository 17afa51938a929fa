import { Button, Drawer, Form, Input, InputNumber, Select, Space, Switch } from 'antd';
import { useState } from 'react';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { useConfirmLeave } from '#kit/web/ui/use-confirm-leave.ts';
import { type MenuRow, menuCalls, type Terminal } from '#modules/platform/contract/role/sys-menu.ts';

interface Props {
  readonly terminal: Terminal;
  readonly row?: MenuRow | undefined;
  readonly parent: MenuRow | null;
  onClose(): void;
  onSaved(): void;
}

/** What may stand below what. */
export const childTypes = (parent: MenuRow | null): readonly MenuRow['menuType'][] =>
  parent === null ? [1] : parent.menuType <= 2 ? [3, 2] : parent.menuType === 3 ? [4] : [];

type Values = Partial<MenuRow> & { isVisible: boolean; isPublished: boolean };

export function MenuForm({ terminal, row, parent, onClose, onSaved }: Props) {
  const t = useT();
  const text = useTexts('platform.menuPage');
  const [form] = Form.useForm<Values>();
  const [busy, setBusy] = useState(false);
  const [isDirty, setDirty] = useState(false);
  const confirmLeave = useConfirmLeave();
  const systems = useDict('sys_system').options;
  const types = useDict('sys_menu_menu_type').options;
  const links = useDict('sys_menu_link_type').options;
  const type = Form.useWatch('menuType', form) ?? row?.menuType ?? childTypes(parent)[0] ?? 3;
  const save = async ({ isVisible, isPublished, ...values }: Values) => {
    setBusy(true);
    const body = {
      ...values,
      parentId: parent?.id ?? null,
      visible: isVisible ? 1 : 0,
      status: isPublished ? 'enabled' : 'disabled',
      menuNameTw: values.menuNameTw ?? '',
      menuNameEn: values.menuNameEn ?? '',
    };
    const calls = menuCalls[terminal];
    try {
      if (row) await call(calls.edit, { body: { ...body, id: row.id, version: row.version } as never });
      else await call(calls.add, { body: body as never });
      notify('success', t('ok.saved'));
      onSaved();
    } catch (error) {
      if (error instanceof ApiError)
        form.setFields(error.errors.map(({ field, msg }) => ({ name: field as never, errors: [msg] })));
    } finally {
      setBusy(false);
    }
  };
  const leave = async () => {
    if (!isDirty || (await confirmLeave())) onClose();
  };
  const needed = [{ required: true, message: t('platform.wizard.needed') }];
  return (
    <Drawer
      open
      size="min(560px, 100vw)"
      title={row ? text('edit') : text('addChild')}
      onClose={() => void leave()}
      mask={{ closable: !isDirty }}
      footer={
        <Space style={{ float: 'inline-end' }}>
          <Button onClick={() => void leave()}>{t('kit.cancel')}</Button>
          <Button type="primary" loading={busy} onClick={() => form.submit()}>
            {t('kit.save')}
          </Button>
        </Space>
      }
    >
      <Form
        form={form}
        layout="vertical"
        onValuesChange={() => setDirty(true)}
        onFinish={(values) => void save(values)}
        initialValues={{
          menuType: childTypes(parent)[0],
          linkType: 0,
          keepAlive: true,
          orderNum: 999,
          systemId: parent?.systemId ?? 12,
          ...row,
          isVisible: row ? row.visible === 1 : true,
          isPublished: row ? row.status === 'enabled' : true,
        }}
      >
        <Form.Item name="parentId" label={text('parent')}>
          <span data-record>{parent ? parent.menuName : '–'}</span>
        </Form.Item>
        <Form.Item name="menuType" label={text('type')} rules={needed}>
          <Select
            disabled={row !== undefined}
            options={(row ? [row.menuType] : childTypes(parent)).map((value) => ({
              value,
              label: types.find((one) => one.dictValue === String(value))?.dictLabel ?? value,
            }))}
          />
        </Form.Item>
        <Form.Item name="menuName" label={text('nameZh')} rules={needed}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="menuNameTw" label={text('nameTw')}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="menuNameEn" label={text('nameEn')}>
          <Input maxLength={80} />
        </Form.Item>
        {type === 3 && (
          <Form.Item name="path" label={text('path')} rules={needed}>
            <Input maxLength={200} placeholder="/" />
          </Form.Item>
        )}
        {type >= 3 && (
          <Form.Item name="permission" label={text('permission')} rules={needed}>
            <Input maxLength={100} placeholder="area:entity:action" />
          </Form.Item>
        )}
        {type <= 3 && (
          <Form.Item name="icon" label={text('icon')}>
            <Input maxLength={100} />
          </Form.Item>
        )}
        <Form.Item name="systemId" label={text('system')} rules={needed}>
          <Select options={systems.map((one) => ({ value: Number(one.dictValue), label: one.dictLabel }))} />
        </Form.Item>
        {type === 3 && (
          <Form.Item name="linkType" label={text('link')}>
            <Select options={links.map((one) => ({ value: Number(one.dictValue), label: one.dictLabel }))} />
          </Form.Item>
        )}
        <Form.Item name="orderNum" label={text('order')} rules={needed}>
          <InputNumber min={0} max={999_999} precision={0} />
        </Form.Item>
        <Space size={32}>
          <Form.Item name="isVisible" label={text('visible')} valuePropName="checked">
            <Switch />
          </Form.Item>
          <Form.Item name="isPublished" label={text('published')} valuePropName="checked">
            <Switch />
          </Form.Item>
          {type === 3 && (
            <Form.Item name="keepAlive" label={text('keepAlive')} valuePropName="checked">
              <Switch />
            </Form.Item>
          )}
        </Space>
      </Form>
    </Drawer>
  );
}
