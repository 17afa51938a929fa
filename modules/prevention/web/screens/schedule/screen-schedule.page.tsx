import { PrinterOutlined } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import css from '#kit/web/screen/screen.module.css';
import { useSession } from '#kit/web/shell-context.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import { ScreenFrame } from '../screen-frame.tsx';
import { ClockStrip } from './clock-strip.tsx';
import { Curve } from './curve.tsx';
import { Effect } from './effect.tsx';
import { GapMap } from './gap-map.tsx';
import { Laggards } from './laggards.tsx';
import { Matrix } from './matrix.tsx';

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
      {(context) => (
        <>
          <Panel id="K" at={[24, 104, 1872, 140]}>
            <ClockStrip context={context} isPaper={isPaper} />
          </Panel>
          <Matrix context={context} isPaper={isPaper} />
          <GapMap context={context} />
          <Curve context={context} />
          <Laggards context={context} />
          <Effect context={context} />
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
