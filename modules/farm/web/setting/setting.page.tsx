import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Card, Flex, Form, Input, Select, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { farmSettings } from '#modules/farm/contract/setting/config.ts';
import { savePrincipalConfigs } from '#modules/registry/contract/principal/principal-grants.ts';
import { useFarmQuery } from '../common/use-farm-query.ts';

/** 系统设置: how the farm works; own words, or those of the unit above. */
export default function SettingPage() {
  const text = useTexts('farm.settingPage');
  const language = useLanguage();
  const client = useQueryClient();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const farm = useFarmQuery();
  const { data, error, refetch } = useQuery({
    queryKey: ['farm', 'settings', farm, language],
    queryFn: () => call(farmSettings, { query: farm as never, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const save = async () => {
    setBusy(true);
    try {
      await call(savePrincipalConfigs, {
        body: {
          principalId: data.farmId,
          configs: Object.entries(typed).map(([configCode, value]) => ({
            configCode,
            configValue: value === '' ? null : value,
          })),
        },
      });
      notify('success', text('saved'));
      setTyped({});
      await client.invalidateQueries({ queryKey: ['farm'] });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card
      title={<span data-record>{data.farm}</span>}
      extra={
        <Button type="primary" loading={busy} disabled={Object.keys(typed).length === 0} onClick={() => void save()}>
          {text('save')}
        </Button>
      }
    >
      <Form
        layout="vertical"
        style={{ display: 'grid', columnGap: 24, gridTemplateColumns: 'repeat(auto-fill, minmax(300px, 1fr))' }}
      >
        {data.rows.map((row) => {
          const value = typed[row.code] ?? row.value;
          const change = (next: string) => setTyped({ ...typed, [row.code]: next });
          return (
            <Form.Item
              key={row.code}
              label={
                <Flex gap={8}>
                  {row.name}
                  {row.own && <Tag color="blue">{text('own')}</Tag>}
                </Flex>
              }
              extra={row.hint}
            >
              {row.type === 'choice' ? (
                <Select value={value} options={row.choices} onChange={change} />
              ) : (
                <Input
                  value={value}
                  placeholder={row.standard}
                  maxLength={60}
                  onChange={(event) => change(event.target.value)}
                />
              )}
            </Form.Item>
          );
        })}
      </Form>
      <Typography.Paragraph type="secondary">{text('elsewhere')}</Typography.Paragraph>
      <Flex gap={16} wrap>
        <PageLink to="/anm/hovel/info?tab=duty">{text('duties')}</PageLink>
        <PageLink to="/anm/warning/business?tab=rules">{text('rules')}</PageLink>
        <PageLink to="/anm/feeding/inspection?tab=templates">{text('templates')}</PageLink>
        <PageLink to="/anm/animal/cycle">{text('schemes')}</PageLink>
      </Flex>
    </Card>
  );
}
