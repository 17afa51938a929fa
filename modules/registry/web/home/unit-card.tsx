import { Card, Flex, Progress, Space, Tag, Typography, theme } from 'antd';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import type { Overview } from '#modules/registry/contract/home/base.ts';
import { Opens } from './figures.tsx';

/** Who we are, and what our record still lacks. */
export function UnitCard({ unit }: { readonly unit: NonNullable<Overview['unit']> }) {
  const t = useT();
  const text = useTexts('registry.base');
  const { token } = theme.useToken();
  const { options } = useDict('principal_status');
  const mayEdit = useCan('pri:principal:edit');
  const state = options.find((one) => one.dictValue === unit.status);
  return (
    <Card size="small" style={{ height: '100%' }}>
      <Flex gap={20} align="center">
        <Progress
          aria-label={text('completeness')}
          type="circle"
          size={96}
          percent={unit.completeness}
          strokeColor={unit.completeness < 80 ? token.colorWarning : token.colorSuccess}
          format={(percent) => (
            <>
              <div style={{ fontSize: 22, lineHeight: 1.2, color: token.colorText }}>{percent}%</div>
              <div style={{ fontSize: 12, lineHeight: 1.2, color: token.colorTextSecondary }}>
                {text('completeness')}
              </div>
            </>
          )}
        />
        <Flex vertical gap={4} style={{ minWidth: 0 }}>
          <Typography.Title level={4} style={{ margin: 0 }} data-record>
            <Opens to={`/pri/mainFile?id=${unit.id}`} needs="pri:principal:view">
              {unit.name}
            </Opens>
          </Typography.Title>
          <Space size={6} wrap>
            <Tag>{unit.typeName}</Tag>
            <Tag color={unit.status === 'active' ? 'success' : 'warning'}>{state?.dictLabel ?? unit.status}</Tag>
          </Space>
          <Typography.Text type="secondary" data-record>
            {[unit.regionName, unit.contactName, unit.contactPhone].filter(Boolean).join(' · ')}
          </Typography.Text>
          {unit.missing.length > 0 && (
            <Space size={[4, 4]} wrap>
              <Typography.Text type="secondary">{text('missing')}</Typography.Text>
              {unit.missing.map((name) => {
                const label = t.any(`registry.principal.${name}`);
                return (
                  <Tag key={name} color="warning">
                    {mayEdit ? <PageLink to={`/pri/principal/add?id=${unit.id}`}>{label}</PageLink> : label}
                  </Tag>
                );
              })}
            </Space>
          )}
          {unit.missing.length > 0 && !mayEdit && (
            <Typography.Text type="secondary" style={{ fontSize: 12 }}>
              {text('askStation')}
            </Typography.Text>
          )}
        </Flex>
      </Flex>
    </Card>
  );
}
