import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons';
import { type PointerEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { screen } from '#kit/web/screen/palette.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import css from '#kit/web/screen/screen.module.css';
import { addDays, dayNumber } from '#modules/prevention/contract/visit/judge.ts';
import type { ScreenContext } from '../screen-frame.tsx';
import own from './ground.module.css';

const [days, width, height, foot] = [365, 850, 96, 20];
/** A month in three seconds; a slow answer takes larger steps, none of them beyond a month. */
const [dayTakes, stepEvery, largestStep] = [100, 300, 31];
const settle = 180;

interface TimelineProps {
  readonly context: ScreenContext;
  readonly on: string | null;
  onDay(day: string | null): void;
}

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date());

/** B: twelve months day by day; dragging shows a day gone by, playing shows one after the other. */
export function Timeline({ context, on, onDay }: TimelineProps) {
  const rows = context.rows<{ day: string; n: number }>('B');
  const [dragged, setDragged] = useState<string | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const now = today();
  const first = addDays(now, 1 - days);
  const [shown] = context.rows<{ day: string }>('on');
  const day = dragged ?? on;
  const take = (next: string) => onDay(next >= now ? null : next);
  const commit = useEffectEvent(take);

  useEffect(() => {
    if (dragged === null) return;
    const timer = setTimeout(() => commit(dragged), settle);
    return () => clearTimeout(timer);
  }, [dragged]);

  const isThere = shown?.day === on;
  const stepped = useRef(0);
  const forward = useEffectEvent(() => {
    const at = performance.now();
    const next = addDays(
      on ?? first,
      Math.min(largestStep, Math.max(1, Math.round((at - stepped.current) / dayTakes))),
    );
    stepped.current = at;
    if (next >= now) setPlaying(false);
    take(next);
  });
  // The next day is asked for when the last one is on the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every day that is shown leads to the next one
  useEffect(() => {
    if (!isPlaying || !isThere) return;
    const timer = setTimeout(forward, stepEvery);
    return () => clearTimeout(timer);
  }, [isPlaying, isThere, on]);

  const play = () => {
    if (!isPlaying && on === null) onDay(first);
    setDragged(null);
    stepped.current = performance.now();
    setPlaying(!isPlaying);
  };
  const live = () => {
    setPlaying(false);
    setDragged(null);
    onDay(null);
  };
  return (
    <Panel id="B" at={[440, 936, 1040, 120]}>
      <div className={own.time}>
        <div style={{ display: 'flex', flexDirection: 'column', gap: 6, alignItems: 'flex-start' }}>
          <button type="button" onClick={play} data-testid="play">
            {isPlaying ? <PauseOutlined /> : <CaretRightOutlined />}
            {context.text(isPlaying ? 'indexNew.pause' : 'indexNew.play')}
          </button>
          {day === null ? (
            <span className={css.note}>{context.text('indexNew.perDay')}</span>
          ) : (
            <button type="button" onClick={live}>
              {context.text('indexNew.live')}
            </button>
          )}
          <span className={css.note} title={context.text('indexNew.pastTip')}>
            {day ?? now}
          </span>
        </div>
        <Days
          rows={rows}
          first={first}
          day={day}
          label={context.text('indexNew.timeline')}
          onDrag={(next) => {
            setPlaying(false);
            setDragged(next);
          }}
          onDrop={() => {
            if (dragged) take(dragged);
            setDragged(null);
          }}
        />
      </div>
    </Panel>
  );
}

interface DaysProps {
  readonly rows: readonly { readonly day: string; readonly n: number }[];
  readonly first: string;
  readonly day: string | null;
  readonly label: string;
  onDrag(day: string): void;
  onDrop(): void;
}

function Days({ rows, first, day, label, onDrag, onDrop }: DaysProps) {
  const most = Math.max(1, ...rows.map((one) => one.n));
  const at = (one: string) => ((dayNumber(one) - dayNumber(first)) / days) * width;
  const months = useMemo(
    () => Array.from({ length: days }, (_, index) => addDays(first, index)).filter((one) => one.endsWith('-01')),
    [first],
  );
  const dayAt = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - box.left) / box.width) * days);
    return addDays(first, Math.min(days - 1, Math.max(0, index)));
  };
  return (
    <svg
      className={own.axis}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      data-testid="timeline"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        onDrag(dayAt(event));
      }}
      onPointerMove={(event) => event.buttons > 0 && onDrag(dayAt(event))}
      onPointerUp={onDrop}
    >
      <rect width={width} height={height} fill="transparent" />
      {months.map((one) => (
        <g key={one}>
          <line x1={at(one)} x2={at(one)} y1={0} y2={height - foot} stroke={screen.line} />
          <text x={at(one) + 3} y={height - 4} fontSize={14} fill={screen.soft}>
            {one.slice(2, 7)}
          </text>
        </g>
      ))}
      {rows.map((one) => {
        // Roots, or a busy week would make the rest of the year flat.
        const tall = Math.max(2, Math.sqrt(one.n / most) * (height - foot - 6));
        return (
          <rect
            key={one.day}
            x={at(one.day)}
            y={height - foot - tall}
            width={Math.max(1.6, width / days - 0.4)}
            height={tall}
            fill={day !== null && one.day > day ? screen.steel : screen.teal}
          />
        );
      })}
      {day !== null && <rect x={at(day)} y={0} width={2.5} height={height - foot} fill={screen.orange} />}
    </svg>
  );
}
