import { InboxOutlined, WarningOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { Guard } from './guard.tsx';
import css from './screen.module.css';

/** `x y w h` in pixels of the canvas. */
export type Box = readonly [x: number, y: number, w: number, h: number];

interface PanelProps {
  readonly id: string;
  readonly at: Box;
  readonly title?: ReactNode;
  readonly extra?: ReactNode;
  /** Fills the panel to its edges. */
  readonly bare?: boolean;
  readonly isEmpty?: boolean;
  readonly children: ReactNode;
}

export function Panel({ id, at: [x, y, w, h], title, extra, bare = false, isEmpty = false, children }: PanelProps) {
  const t = useT();
  return (
    <section
      className={css.panel}
      style={{ left: x, top: y, width: w, height: h }}
      data-panel={id}
      data-empty={isEmpty || undefined}
      aria-label={typeof title === 'string' ? title : undefined}
    >
      {title !== undefined && (
        <header className={css.panelHead}>
          <span className={css.cut}>{title}</span>
          {extra !== undefined && <span className={css.extra}>{extra}</span>}
        </header>
      )}
      <div className={css.panelBody} data-bare={bare || undefined}>
        {isEmpty ? (
          <div className={css.empty}>
            <InboxOutlined aria-hidden />
            {t('kit.screen.nothing')}
          </div>
        ) : (
          <Guard
            instead={
              <div className={css.empty} role="alert">
                <WarningOutlined aria-hidden />
                {t('kit.screen.panelFailed')}
              </div>
            }
          >
            {children}
          </Guard>
        )}
      </div>
    </section>
  );
}
