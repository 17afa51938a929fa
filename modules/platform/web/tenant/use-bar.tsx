import { theme } from 'antd';

/** How much of a limit is used; the figures stand beside it in words. */
export function UseBar({ percent }: { readonly percent: number }) {
  const { token } = theme.useToken();
  return (
    <div
      aria-hidden
      style={{ height: 6, marginBlock: 4, borderRadius: 3, background: token.colorFillSecondary, overflow: 'hidden' }}
    >
      <div
        style={{
          width: `${percent}%`,
          height: '100%',
          background: percent >= 90 ? token.colorError : token.colorPrimary,
        }}
      />
    </div>
  );
}
