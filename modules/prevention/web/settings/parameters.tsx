import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Card, Flex, Form, InputNumber, Modal, Space, Table, Tag, Tooltip, Typography } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { field } from '#kit/contract/field.ts';
import { call } from '#kit/web/api/client.ts';
import { RegionField } from '#kit/web/fields/region.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useUnitWords } from '#kit/web/i18n/use-unit-words.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import {
  dropSetting,
  listSettings,
  type SaidSetting,
  type Setting,
  saveSetting,
} from '#modules/prevention/contract/settings/ant-setting.ts';

const queryKey = ['prevention.settings'];

/** 模块参数: each with its default, and what places have set instead. */
export function Parameters({ modes }: { readonly modes: ReactNode }) {
  const t = useT();
  const unit = useUnitWords('prevention.setting.units');
  const text = useTexts('prevention.setting');
  const client = useQueryClient();
  const { modal } = App.useApp();
  const mayEdit = useCan('ant:setting:param');
  const [asked, setAsked] = useState<{ setting: Setting; said?: SaidSetting } | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: () => call(listSettings, { query: {}, quiet: true }),
  });
  const drop = (said: SaidSetting) =>
    modal.confirm({
      title: text('drop'),
      content: text('dropAsk', { place: said.regionName ?? said.regionCode }),
      onOk: async () => {
        await call(dropSetting, { body: { id: said.id, version: said.version } });
        await client.invalidateQueries({ queryKey });
      },
    });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <Card size="small">
      <Flex style={{ marginBlockEnd: 12 }}>{modes}</Flex>
      <Table<Setting>
        aria-label={text('params')}
        size="small"
        rowKey="code"
        loading={isFetching}
        pagination={false}
        dataSource={data ?? []}
        scroll={{ x: 820, y: 600 }}
        columns={[
          { key: 'code', title: text('param'), width: 300, render: (_, one) => text(`names.${one.code}`) },
          { key: 'usual', title: text('usual'), align: 'end', width: 90, dataIndex: 'usual' },
          { key: 'unit', title: text('unit'), width: 120, render: (_, one) => unit(one.unit, one.usual) },
          {
            key: 'said',
            title: text('said'),
            render: (_, one) =>
              one.said.length === 0 ? (
                <Typography.Text type="secondary">{text('everywhere')}</Typography.Text>
              ) : (
                <Flex vertical gap={4}>
                  {one.said.map((said) => (
                    <Space key={said.id} size={8} wrap>
                      <span data-record>{said.regionName}</span>
                      <Tag color="blue">{`${said.value} ${unit(one.unit, said.value)}`}</Tag>
                      <Tooltip title={wallTime(said.changedAt)}>
                        <Typography.Text type="secondary" data-record>
                          {said.changedBy ?? '-'} {said.changedAt.slice(0, 10)}
                        </Typography.Text>
                      </Tooltip>
                      {mayEdit && (
                        <>
                          <Button
                            type="link"
                            size="small"
                            style={{ padding: 0 }}
                            onClick={() => setAsked({ setting: one, said })}
                          >
                            {t('kit.edit')}
                          </Button>
                          <Button type="link" size="small" style={{ padding: 0 }} onClick={() => drop(said)}>
                            {text('drop')}
                          </Button>
                        </>
                      )}
                    </Space>
                  ))}
                </Flex>
              ),
          },
          ...(mayEdit
            ? [
                {
                  key: 'set',
                  title: t('kit.actions'),
                  width: 90,
                  render: (_: unknown, one: Setting) => (
                    <Button
                      type="link"
                      size="small"
                      style={{ padding: 0 }}
                      aria-label={`${text('set')} ${text(`names.${one.code}`)}`}
                      onClick={() => setAsked({ setting: one })}
                    >
                      {text('set')}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {asked && <SetDialog {...asked} onClose={() => setAsked(null)} />}
    </Card>
  );
}

interface DialogProps {
  readonly setting: Setting;
  readonly said?: SaidSetting;
  onClose(): void;
}

function SetDialog({ setting, said, onClose }: DialogProps) {
  const t = useT();
  const id = useId();
  const client = useQueryClient();
  const { user } = useSession();
  const text = useTexts('prevention.setting');
  const [regionCode, setRegion] = useState<number | null>(said?.regionCode ?? user.regionCode);
  const [value, setValue] = useState<number | null>(said?.value ?? setting.usual);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (regionCode === null || value === null) return;
    setBusy(true);
    try {
      await call(saveSetting, { body: { code: setting.code, regionCode, value } });
      await client.invalidateQueries({ queryKey });
      onClose();
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={text(`names.${setting.code}`)}
      okText={t('kit.save')}
      okButtonProps={{ disabled: regionCode === null || value === null }}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={text('region')} htmlFor={`${id}-region`} required>
          <RegionField
            id={`${id}-region`}
            field={field.region()}
            value={regionCode}
            onChange={setRegion}
            onBlur={() => {}}
            disabled={said !== undefined}
            invalid={false}
            describedBy={undefined}
          />
        </Form.Item>
        <Form.Item
          label={text('value')}
          htmlFor={`${id}-value`}
          required
          extra={text('between', { min: setting.min, max: setting.max })}
        >
          <InputNumber
            id={`${id}-value`}
            min={setting.min}
            max={setting.max}
            precision={0}
            value={value}
            onChange={setValue}
            suffix={text.any(`units.${setting.unit}`)}
            style={{ width: 200 }}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
