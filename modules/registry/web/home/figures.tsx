import { Empty, Flex, Typography, theme } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';

/** Opens the list behind it, for those who may see that list. */
export function Opens({
  to,
  needs,
  children,
}: {
  readonly to: string;
  readonly needs: string;
  readonly children: ReactNode;
}) {
  const { actions } = useSession();
  return actions.has(needs) ? <PageLink to={to}>{children}</PageLink> : <span>{children}</span>;
}

export interface Bar {
  readonly key: string;
  readonly label: string;
  readonly n: number;
  readonly to: string;
}

interface BarsProps {
  readonly bars: readonly Bar[];
  readonly needs: string;
  /** The rest is added up. */
  readonly most?: number;
}

/** Figures beside each other, each with its share of the largest. */
export function Bars({ bars, needs, most = 8 }: BarsProps) {
  const t = useT();
  const { token } = theme.useToken();
  if (bars.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('registry.base.none')} />;
  const top = Math.max(...bars.map((one) => one.n), 1);
  const rest = bars.slice(most).reduce((sum, one) => sum + one.n, 0);
  return (
    <Flex vertical gap={8}>
      {bars.slice(0, most).map(({ key, label, n, to }) => (
        <Flex key={key} align="center" gap={8}>
          <Typography.Text ellipsis style={{ width: '38%', flex: 'none' }} data-record>
            {label}
          </Typography.Text>
          <div style={{ flex: 1, height: 8, borderRadius: 4, background: token.colorFillTertiary }}>
            <div
              style={{
                width: `${(n / top) * 100}%`,
                minWidth: 3,
                height: 8,
                borderRadius: 4,
                background: token.colorPrimary,
              }}
            />
          </div>
          <span style={{ minWidth: 40, textAlign: 'end', fontVariantNumeric: 'tabular-nums' }}>
            <Opens to={to} needs={needs}>
              {n.toLocaleString('en')}
            </Opens>
          </span>
        </Flex>
      ))}
      {rest > 0 && (
        <Typography.Text type="secondary">{t('registry.base.rest', { n: rest.toLocaleString('en') })}</Typography.Text>
      )}
    </Flex>
  );
}
