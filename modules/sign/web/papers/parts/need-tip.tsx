import { Popover, Typography } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { numberText } from '../../common/parts.tsx';

/** R14: the need, and behind it every term of the sum. */
export function NeedTip({ basis }: { readonly basis: Readonly<Record<string, unknown>> | null }) {
  const text = useTexts('sign.ui');
  if (!basis || typeof basis.need !== 'number') return <span>-</span>;
  const n = (name: string) => numberText(Number(basis[name] ?? 0));
  return (
    <Popover
      content={
        <div>
          <div>{text('basisBirths', { n: n('births') })}</div>
          <div>{text('basisUntagged', { n: n('untagged') })}</div>
          <div>{text('basisLoss', { n: String(basis.lossPct ?? 0) })}</div>
          <div>{text('basisUnworn', { n: n('unworn') })}</div>
          <b>{text('basisNeed', { n: n('need') })}</b>
        </div>
      }
    >
      <Typography.Text underline tabIndex={0}>
        {n('need')}
      </Typography.Text>
    </Popover>
  );
}
