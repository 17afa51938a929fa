import { useQuery } from '@tanstack/react-query';
import {
  Card,
  Drawer,
  Empty,
  Flex,
  Form,
  Input,
  InputNumber,
  Modal,
  Progress,
  Radio,
  Table,
  Tag,
  Typography,
} from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useAct } from '#kit/web/ui/use-act.ts';
import { logTank, type SemenTank, semenTank, tankContent } from '#modules/breeding/contract/semen/semen-tank.ts';
import { useChoices, useLabel } from '../common/use-label.ts';

/** 液氮罐管理: what each holds, when it runs dry, and the book of its levels. */
export default function TankPage() {
  const text = useTexts('breeding.semenPage');
  const mayLog = useCan('breed:tank:log');
  const changed = useChanged(semenTank);
  const [logging, setLogging] = useState<SemenTank | null>(null);
  const [open, setOpen] = useState<number | null>(null);
  return (
    <>
      <ResourcePage
        resource={semenTank}
        cells={{
          lastLevelPct: (row) =>
            row.lastLevelPct === null ? (
              '-'
            ) : (
              <Progress
                size="small"
                percent={Math.round(row.lastLevelPct)}
                status={row.tankState === 'ok' ? 'normal' : 'exception'}
                style={{ minInlineSize: 90 }}
              />
            ),
        }}
        actions={(row) => [
          { key: 'content', label: text('content'), run: () => setOpen(row.id) },
          ...(mayLog ? [{ key: 'log', label: text('log'), run: () => setLogging(row) }] : []),
        ]}
      />
      {logging && (
        <LogDialog
          tank={logging}
          onClose={() => {
            setLogging(null);
            void changed();
          }}
        />
      )}
      <Drawer open={open !== null} size={620} title={text('content')} onClose={() => setOpen(null)} destroyOnHidden>
        {open !== null && <TankView id={open} />}
      </Drawer>
    </>
  );
}

function LogDialog({ tank, onClose }: { readonly tank: SemenTank; onClose(): void }) {
  const text = useTexts('breeding.semenPage');
  const kinds = useChoices('tank_log_kind');
  const { busy, act } = useAct(onClose);
  const [form] = Form.useForm<{ kind: 'level'; levelPct?: number; litres?: number; remark?: string }>();
  const kind = Form.useWatch('kind', form) as string | undefined;
  const save = () =>
    act(
      async () => {
        const values = await form.validateFields();
        return call(logTank, {
          body: {
            id: tank.id,
            kind: values.kind,
            levelPct: values.levelPct ?? null,
            litres: values.litres ?? null,
            remark: values.remark ?? null,
          },
        });
      },
      ({ held }) => held > 0 && notify('warning', text('heldN', { n: held })),
    );
  return (
    <Modal
      open
      title={`${text('log')} ${tank.tankNo}`}
      okText={text('save')}
      okButtonProps={{ loading: busy, danger: kind === 'dry' }}
      onOk={save}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" initialValues={{ kind: 'level' }}>
        <Form.Item name="kind" label={text('kind')} rules={[{ required: true }]}>
          <Radio.Group optionType="button" buttonStyle="solid" options={kinds} />
        </Form.Item>
        {kind !== 'dry' && (
          <Flex gap={12}>
            <Form.Item name="levelPct" label={text('level')} rules={[{ required: kind === 'level' }]}>
              <InputNumber min={0} max={100} suffix="%" />
            </Form.Item>
            {kind === 'refill' && (
              <Form.Item name="litres" label={text('litres')}>
                <InputNumber min={0} max={500} suffix="L" />
              </Form.Item>
            )}
          </Flex>
        )}
        {kind === 'dry' && <Typography.Paragraph type="danger">{text('dryHint')}</Typography.Paragraph>}
        <Form.Item name="remark" label={text('remark')}>
          <Input maxLength={300} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** What lies in a tank, canister by canister, and its book. */
export function TankView({ id }: { readonly id?: number }) {
  const text = useTexts('breeding.semenPage');
  const breedOf = useLabel('breed_code');
  const kindOf = useLabel('tank_log_kind');
  const stateOf = useLabel('semen_tank_state');
  const { data, error, refetch } = useQuery({
    queryKey: ['breeding', 'tank', id ?? 'own'],
    queryFn: () => call(tankContent, { query: (id ? { id: String(id) } : {}) as never, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (!data.tankId)
    return (
      <Card>
        <Empty description={text('noTank')} />
      </Card>
    );
  const total = data.straws.reduce((sum, one) => sum + one.qty, 0);
  return (
    <Flex vertical gap={12}>
      <Flex gap={8} wrap align="center">
        <Typography.Text strong data-record>
          {data.tankNo}
        </Typography.Text>
        <Tag color={{ ok: 'green', low: 'orange', dry: 'red' }[data.tankState] ?? 'default'}>
          {stateOf(data.tankState)}
        </Tag>
        <span>{text('fill', { n: total, of: data.strawCapacity })}</span>
        {data.dryOn && <span>{text('dryOn', { day: data.dryOn })}</span>}
      </Flex>
      <Table
        size="small"
        rowKey="lotId"
        pagination={false}
        dataSource={data.straws}
        scroll={{ x: 480 }}
        columns={[
          { key: 'sire', title: text('sire'), render: (_, row) => <span data-record>{row.sireCode}</span> },
          { key: 'breed', title: text('breed'), render: (_, row) => breedOf(row.breed) },
          { key: 'lot', title: text('lot'), render: (_, row) => <span data-record>{row.lotNo}</span> },
          { key: 'canister', title: text('canister'), render: (_, row) => row.canisters.join(' ') || '-' },
          {
            key: 'qty',
            title: text('straws'),
            align: 'end',
            render: (_, row) => (row.held ? <Tag color="red">{text('heldQty', { n: row.qty })}</Tag> : row.qty),
          },
        ]}
      />
      <Card size="small" title={text('book')}>
        {data.log.map((one) => (
          <Flex key={one.id} gap={8} wrap>
            <span>{one.at}</span>
            <span>{kindOf(one.kind)}</span>
            {one.levelPct !== null && <span>{`${one.levelPct} %`}</span>}
            <Typography.Text type="secondary" data-record>
              {[one.who, one.remark].filter(Boolean).join(' · ')}
            </Typography.Text>
          </Flex>
        ))}
      </Card>
    </Flex>
  );
}
export const OwnTank = () => (
  <Card>
    <TankView />
  </Card>
);
