import { Alert, Flex, Statistic } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import type { ChangePreview } from '#modules/bank/contract/pledge/change-calls.ts';

const ltvText = (ltv: number | null) => (ltv === null ? '∞' : `${ltv.toFixed(2)}%`);

/** R27, R28: what the change does to the debt, and what stands against it. */
export function PreviewTable({ preview }: { readonly preview: ChangePreview }) {
  const text = useTexts('bank.changePage');
  const isOver = preview.ltvAfter === null || preview.ltvAfter > preview.maxLtv;
  return (
    <Flex vertical gap={12}>
      <Flex gap={24} wrap>
        <Statistic title={text('valueOut')} value={moneyText(preview.valueOut)} />
        <Statistic title={text('valueIn')} value={moneyText(preview.valueIn)} />
        <Statistic title={text('headAfter')} value={preview.headAfter} />
        <Statistic title={text('ltvNow')} value={ltvText(preview.ltvNow)} />
        <Statistic
          title={text('ltvAfter', { x: preview.maxLtv })}
          value={ltvText(preview.ltvAfter)}
          {...(isOver && { styles: { content: { color: 'var(--ant-color-error)' } } })}
        />
        <Statistic title={text('repayFirst')} value={moneyText(preview.repayFirst)} />
      </Flex>
      {preview.blocks.length > 0 && (
        <Alert
          type="error"
          showIcon
          title={text('blocked')}
          description={preview.blocks.slice(0, 8).map((one) => (
            <div key={`${one.code}${one.animalId ?? ''}`} data-record>
              {one.words}
            </div>
          ))}
        />
      )}
      {preview.blocks.length === 0 && preview.repayFirst > 0 && (
        <Alert type="warning" showIcon title={text('mustRepay', { x: moneyText(preview.repayFirst) })} />
      )}
    </Flex>
  );
}
