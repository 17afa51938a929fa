import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import { Flex, theme } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import type { Condition } from '#modules/bank/contract/money/conditions.ts';

/** R22 one by one, with what was found and the way to mend it. */
export function ConditionList({ conditions }: { readonly conditions: readonly Condition[] }) {
  const t = useT();
  const { token } = theme.useToken();
  const words = ({ code, args }: Condition) =>
    t.any(`bank.condition.${code}`, {
      ...args,
      ...(typeof args.leftCents === 'number' && { left: moneyText(args.leftCents) }),
    });
  return (
    <Flex vertical gap={8}>
      {conditions.map((one) => (
        <Flex key={one.code} gap={8} align="start">
          {one.ok ? (
            <CheckCircleFilled
              style={{ color: token.colorSuccess, marginBlockStart: 4 }}
              aria-label={t('bank.condition.ok')}
            />
          ) : (
            <CloseCircleFilled
              style={{ color: token.colorError, marginBlockStart: 4 }}
              aria-label={t('bank.condition.red')}
            />
          )}
          {one.fixPath && !one.ok ? <PageLink to={one.fixPath}>{words(one)}</PageLink> : <span>{words(one)}</span>}
        </Flex>
      ))}
    </Flex>
  );
}
