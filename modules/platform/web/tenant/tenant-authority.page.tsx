import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Card, Col, Empty, Flex, Form, Input, List, Modal, Row, Statistic, Tag, Typography } from 'antd';
import { useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { saveAuthority, tenantAuthority } from '#modules/platform/contract/tenant/sys-tenant.ts';
import { ItemTree } from '../role/menu/item-tree.tsx';

type Effect = DataOf<typeof saveAuthority>;

/** What a tenant may use: its package with extras and removals, and who would feel a change before it is made. */
export default function TenantAuthorityPage() {
  const t = useT();
  const tenantNo = Number(useUrlState().get('tenantNo')) || null;
  // Asked for once each time it is opened: a tab shown again must not take away what was ticked.
  const [visit] = useState(newKey);
  const query = useQuery({
    queryKey: ['platform.tenantAuthority', tenantNo, visit],
    queryFn: () => call(tenantAuthority, { query: { tenantNo: tenantNo as number }, quiet: true }),
    enabled: tenantNo !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  if (tenantNo === null)
    return (
      <Card>
        <Empty description={t('platform.tenantPages.choose')}>
          <PageLink to="/tenant/tenantInfo">{t('platform.tenantPages.back')}</PageLink>
        </Empty>
      </Card>
    );
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Waiting />;
  return <Authority key={`${tenantNo} ${query.dataUpdatedAt}`} tenant={query.data} />;
}

function Authority({ tenant }: { readonly tenant: DataOf<typeof tenantAuthority> }) {
  const t = useT();
  const text = useTexts('platform.authority');
  const client = useQueryClient();
  const language = useLanguage();
  const { modal } = App.useApp();
  const [ids, setIds] = useState<number[]>(tenant.itemIds);
  const [isAsking, setAsking] = useState(false);
  const body = { tenantNo: tenant.tenantNo, itemIds: ids };
  const isChanged = [...ids].sort().join() !== [...tenant.itemIds].sort().join();
  const preview = useQuery({
    queryKey: ['platform.tenantAuthority.preview', tenant.tenantNo, ids, language],
    queryFn: () => call(saveAuthority, { body: { ...body, reason: '--', dryRun: true }, quiet: true }),
    enabled: isChanged,
    placeholderData: (before) => before,
  });
  const saving = useMutation({
    mutationFn: (reason: string) => call(saveAuthority, { body: { ...body, reason } }),
    onSuccess: () => {
      setAsking(false);
      notify('success', t('ok.saved'));
      void client.invalidateQueries({ queryKey: ['platform.tenantAuthority', tenant.tenantNo] });
    },
  });
  const inPackage = new Set(tenant.packageItemIds);
  const chosen = new Set(ids);
  const reset = () => modal.confirm({ title: text('resetAsk'), onOk: () => setIds([...tenant.packageItemIds]) });
  return (
    <Row gutter={[12, 12]}>
      <Col xs={24} xl={14}>
        <Card
          size="small"
          title={
            <span data-record>
              {tenant.tenantNo} {tenant.tenantName}
            </span>
          }
          extra={
            <Flex gap={8} align="center">
              <Tag data-record>{tenant.packageName}</Tag>
              <Button size="small" onClick={reset}>
                {text('reset')}
              </Button>
            </Flex>
          }
        >
          <ItemTree value={ids} onChange={setIds} base={tenant.packageItemIds} height={560} />
        </Card>
      </Col>
      <Col xs={24} xl={10}>
        <Card
          size="small"
          title={text('effect')}
          extra={
            <Button type="primary" disabled={!isChanged} onClick={() => setAsking(true)}>
              {t('kit.save')}
            </Button>
          }
        >
          <Row gutter={16}>
            <Col span={8}>
              <Statistic title={text('items')} value={ids.length} />
            </Col>
            <Col span={8}>
              <Statistic title={text('extras')} value={ids.filter((id) => !inPackage.has(id)).length} />
            </Col>
            <Col span={8}>
              <Statistic
                title={text('removals')}
                value={tenant.packageItemIds.filter((id) => !chosen.has(id)).length}
              />
            </Col>
          </Row>
          {isChanged ? (
            <EffectView effect={preview.data} error={preview.error} />
          ) : (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('unchanged')} />
          )}
        </Card>
      </Col>
      {isAsking && (
        <ReasonDialog
          title={text('saveTitle')}
          busy={saving.isPending}
          onCancel={() => setAsking(false)}
          onDone={(reason) => saving.mutate(reason)}
        />
      )}
    </Row>
  );
}

function EffectView({ effect, error }: { readonly effect: Effect | undefined; readonly error: Error | null }) {
  const joined = useJoined();
  const text = useTexts('platform.authority');
  if (error) return <Typography.Paragraph type="danger">{error.message}</Typography.Paragraph>;
  if (!effect) return <Waiting />;
  return (
    <Flex vertical gap={8} style={{ marginTop: 12 }} data-record>
      {effect.gained.length > 0 && (
        <div>
          <Typography.Text strong>{text('gained', { n: effect.gained.length })}</Typography.Text>
          <Typography.Paragraph ellipsis={{ rows: 3, expandable: true, symbol: text('more') }}>
            {joined(effect.gained)}
          </Typography.Paragraph>
        </div>
      )}
      {effect.removed.length > 0 && (
        <div>
          <Typography.Text strong>{text('removed', { n: effect.removed.length })}</Typography.Text>
          <Typography.Paragraph ellipsis={{ rows: 3, expandable: true, symbol: text('more') }}>
            {joined(effect.removed)}
          </Typography.Paragraph>
        </div>
      )}
      <Typography.Text strong>{text('losers')}</Typography.Text>
      <List
        size="small"
        bordered
        locale={{ emptyText: text('nobody') }}
        dataSource={effect.lost}
        style={{ maxHeight: 320, overflow: 'auto' }}
        renderItem={(one) => (
          <List.Item key={one.roleId}>
            <List.Item.Meta
              title={one.roleName}
              description={joined(one.items.slice(0, 6)) + (one.items.length > 6 ? ' …' : '')}
            />
            <Tag color="warning">{text('users', { n: one.users })}</Tag>
          </List.Item>
        )}
      />
    </Flex>
  );
}

interface ReasonProps {
  readonly title: string;
  readonly busy: boolean;
  onCancel(): void;
  onDone(reason: string): void;
}

function ReasonDialog({ title, busy, onCancel, onDone }: ReasonProps) {
  const t = useT();
  const [form] = Form.useForm<{ reason: string }>();
  return (
    <Modal open title={title} onCancel={onCancel} onOk={() => form.submit()} okButtonProps={{ loading: busy }}>
      <Form form={form} layout="vertical" onFinish={({ reason }) => onDone(reason)}>
        <Form.Item
          name="reason"
          label={t('platform.authority.reason')}
          rules={[{ required: true, min: 2, whitespace: true, message: t('platform.authority.reasonNeeded') }]}
        >
          <Input.TextArea rows={3} maxLength={500} showCount autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  );
}
