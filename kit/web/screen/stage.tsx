import { ConfigProvider, theme } from 'antd';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Sharpness } from '#kit/web/ui/chart.tsx';
import css from './screen.module.css';

const [width, height] = [1920, 1080];
const narrow = 1280;

const scaleNow = () => Math.min(window.innerWidth / width, window.innerHeight / height);

/** How large the canvas is drawn; pointers inside it are divided by this. */
const Scale = createContext(1);
export const useScale = (): number => useContext(Scale);

const dark = {
  colorText: screen.text,
  colorTextSecondary: screen.soft,
  // The ground of a picture nobody gave, too.
  colorTextPlaceholder: screen.steel,
  colorBorder: screen.line,
  colorBorderSecondary: 'rgba(30, 58, 92, 0.6)',
  colorBgElevated: screen.raised,
  colorBgContainer: screen.panel,
};
const paper = { colorText: '#14202e', colorTextSecondary: '#4d6075', colorBorder: '#b8c4d2' };

interface StageProps {
  readonly accent: string;
  /** Drawn for paper: dark on white, one sheet of A3. */
  readonly isPaper?: boolean;
  /** On an unattended display: no pointer. */
  readonly isKiosk?: boolean;
  readonly children: ReactNode;
}

/** The fixed canvas of a big screen: nothing in it reflows, all of it is scaled to the window and centred. */
export function Stage({ accent, isPaper = false, isKiosk = false, children }: StageProps) {
  const t = useT();
  const [scale, setScale] = useState(scaleNow);
  useEffect(() => {
    const follow = () => setScale(scaleNow());
    window.addEventListener('resize', follow);
    return () => window.removeEventListener('resize', follow);
  }, []);
  return (
    <ConfigProvider
      theme={{
        algorithm: isPaper ? theme.defaultAlgorithm : theme.darkAlgorithm,
        token: { colorPrimary: accent, ...(isPaper ? paper : dark), fontSize: 16 },
      }}
    >
      <div
        className={css.ground}
        data-paper={isPaper || undefined}
        data-kiosk={isKiosk || undefined}
        style={{ '--accent': accent } as React.CSSProperties}
      >
        {window.innerWidth < narrow && <div className={css.strip}>{t('kit.screen.largeIsBetter')}</div>}
        <Scale value={scale}>
          <Sharpness value={Math.max(1, scale) * window.devicePixelRatio}>
            <main
              className={css.canvas}
              style={isPaper ? undefined : { transform: `scale(${scale}) translate(-50%, -50%)` }}
              data-testid="canvas"
            >
              {children}
            </main>
          </Sharpness>
        </Scale>
      </div>
    </ConfigProvider>
  );
}
