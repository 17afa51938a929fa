import { theme } from 'antd';
import { type CSSProperties, type ReactNode, useEffect } from 'react';
import { useFitHeight } from './use-fit-height.ts';

interface FitFrameProps {
  readonly search: ReactNode;
  readonly toolbar: ReactNode;
  readonly footer: ReactNode;
  /** Over the whole window, left by Escape. */
  readonly isFull?: boolean;
  readonly onLeaveFull?: () => void;
  table(height: number | undefined): ReactNode;
}

/** Stands a list's parts above each other; the table takes the height that is left. */
export function FitFrame({ search, toolbar, footer, isFull = false, onLeaveFull, table }: FitFrameProps) {
  const { token } = theme.useToken();
  const { frame, body, frameHeight, rowsHeight } = useFitHeight();

  useEffect(() => {
    if (!isFull) return;
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onLeaveFull?.();
    };
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [isFull, onLeaveFull]);

  const card: CSSProperties = { background: token.colorBgContainer, borderRadius: token.borderRadiusLG, padding: 16 };
  const full: CSSProperties = {
    position: 'fixed',
    inset: 0,
    // Above the shell, below everything that pops up.
    zIndex: token.zIndexPopupBase - 1,
    height: '100vh',
    boxSizing: 'border-box',
    padding: 16,
    background: token.colorBgLayout,
    overflow: 'auto',
  };
  return (
    <div
      ref={frame}
      style={{ display: 'flex', flexDirection: 'column', gap: 12, height: frameHeight, ...(isFull && full) }}
    >
      {search && <div style={card}>{search}</div>}
      <div style={{ ...card, flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', gap: 12 }}>
        {toolbar}
        <div ref={body} style={{ flex: 1, minHeight: 0 }}>
          {table(rowsHeight)}
        </div>
        {footer}
      </div>
    </div>
  );
}
