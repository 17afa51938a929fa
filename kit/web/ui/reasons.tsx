import { Alert, Flex, Typography } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { PageLink } from './page-link.tsx';

/** Why something is refused: which rule, what it rests on as far as the person may see it, and the way out. */
export interface Reason {
  readonly guard: string;
  readonly words: string;
  readonly wayOut: string | null;
  readonly evidence: string | null;
}

/** The reasons a failed call carries; none where it failed for another cause. */
export function reasonsOf(data: unknown): readonly Reason[] {
  const { reasons } = (data ?? {}) as { reasons?: unknown };
  return Array.isArray(reasons) ? (reasons as readonly Reason[]) : [];
}

export function Reasons({ reasons }: { readonly reasons: readonly Reason[] }) {
  const t = useT();
  return (
    <Flex vertical gap={8}>
      {reasons.map(({ guard, words, wayOut, evidence }) => (
        <Alert
          key={`${guard} ${words}`}
          type="warning"
          showIcon
          title={words}
          description={
            (wayOut || evidence) && (
              <Flex gap={12} wrap justify="space-between">
                {wayOut && (
                  <Typography.Text type="secondary">
                    {t('kit.whyNot.wayOut')}
                    {wayOut}
                  </Typography.Text>
                )}
                {evidence && <PageLink to={evidence}>{t('kit.whyNot.evidence')}</PageLink>}
              </Flex>
            )
          }
        />
      ))}
    </Flex>
  );
}
