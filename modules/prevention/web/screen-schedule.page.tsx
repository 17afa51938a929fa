import { PrinterOutlined } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import css from '#kit/web/screen/screen.module.css';
import { useSession } from '#kit/web/shell-context.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import { ClockStrip } from './screen/schedule/clock-strip.tsx';
import { Curve } from './screen/schedule/curve.tsx';
import { Effect } from './screen/schedule/effect.tsx';
import { GapMap } from './screen/schedule/gap-map.tsx';
import { Laggards } from './screen/schedule/laggards.tsx';
import { Matrix } from './screen/schedule/matrix.tsx';
import { ScreenFrame } from './screen/screen-frame.tsx';

/** Charts are drawn anew for paper, and must have finished. */
const drawnAfter = 1_200;

/** Turns the page to paper for as long as the printer's dialog is open. */
function usePaper() {
  const [isPaper, setPaper] = useState(false);
  useEffect(() => {
    if (!isPaper) return;
    const back = () => setPaper(false);
    window.addEventListener('afterprint', back);
    const timer = setTimeout(() => window.print(), drawnAfter);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('afterprint', back);
    };
  }, [isPaper]);
  return { isPaper, print: () => setPaper(true) };
}

/** 防疫密度与进度: will it be finished in time, disease by disease, and which region must be pushed. */
export default function ScheduleScreen() {
  const t = useT();
  const { user } = useSession();
  const { isPaper, print } = usePaper();
  const label = t('prevention.screen.schedule.print');
  return (
    <ScreenFrame
      screen="index15"
      isPaper={isPaper}
      more={
        <button
          type="button"
          className={`${css.plain} ${css.icon}`}
          title={label}
          aria-label={label}
          data-testid="print"
          onClick={print}
        >
          <PrinterOutlined />
        </button>
      }
    >
      {(seen) => (
        <>
          <Panel id="K" at={[24, 104, 1872, 140]}>
            <ClockStrip seen={seen} isPaper={isPaper} />
          </Panel>
          <Matrix seen={seen} isPaper={isPaper} />
          <GapMap seen={seen} />
          <Curve seen={seen} />
          <Laggards seen={seen} />
          <Effect seen={seen} />
          {isPaper && (
            <footer
              className={css.note}
              style={{
                position: 'absolute',
                left: 24,
                right: 24,
                top: 1068,
                display: 'flex',
                justifyContent: 'space-between',
              }}
            >
              <span>{t('print.by', { name: user.nickname })}</span>
              <span>{t('print.at', { time: wallTime(new Date().toISOString()) })}</span>
            </footer>
          )}
        </>
      )}
    </ScreenFrame>
  );
}
