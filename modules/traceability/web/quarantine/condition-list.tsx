import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons';
import { Flex, Typography, theme } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { DictName } from '#modules/registry/web/index.ts';
import type { ShownCondition } from '#modules/traceability/contract/quarantine/quarantine-declaration.ts';

const most = 20;

/** Every condition green or red, with the reason of each animal and what to do about it. */
export function ConditionList({ conditions }: { readonly conditions: readonly ShownCondition[] }) {
  const text = useTexts('traceability.quarantinePage');
  const { token } = theme.useToken();
  const sign = (one: ShownCondition) => {
    if (one.ok) return <CheckCircleFilled style={{ color: token.colorSuccess }} aria-label={text('green')} />;
    return one.level === 'block' ? (
      <CloseCircleFilled style={{ color: token.colorError }} aria-label={text('block')} />
    ) : (
      <ExclamationCircleFilled style={{ color: token.colorWarning }} aria-label={text('warn')} />
    );
  };
  return (
    <Flex vertical gap={6}>
      {conditions.map((one) => (
        <div key={one.code}>
          <Flex gap={8} align="center">
            {sign(one)}
            <DictName dict="quarantine_condition" value={one.code} />
          </Flex>
          {one.reasons.slice(0, most).map((reason) => (
            <div key={`${reason.animalId} ${reason.text}`} style={{ paddingInlineStart: 22 }}>
              <Typography.Text>{reason.text}</Typography.Text>{' '}
              {reason.wayOut && <Typography.Text type="secondary">{reason.wayOut}</Typography.Text>}
            </div>
          ))}
          {one.reasons.length > most && (
            <Typography.Text type="secondary" style={{ paddingInlineStart: 22 }}>
              … {one.reasons.length}
            </Typography.Text>
          )}
        </div>
      ))}
    </Flex>
  );
}
