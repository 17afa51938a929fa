import type { ReactNode } from 'react';
import { screen } from '#kit/web/screen/palette.ts';
import css from '#kit/web/screen/screen.module.css';
import { Chart } from '#kit/web/ui/chart.tsx';
import own from './ground.module.css';

interface RingProps {
  readonly label: string;
  readonly parts: readonly { readonly name: string; readonly value: number; readonly colour: string }[];
  readonly height?: number;
  /** In the middle: the figure, and what it is. */
  readonly children: ReactNode;
  readonly note: ReactNode;
}

/** Shares around the figure they make up. */
export function Ring({ label, parts, height = 190, children, note }: RingProps) {
  return (
    <div className={own.ring}>
      <Chart
        label={label}
        height={height}
        option={{
          tooltip: { trigger: 'item' },
          series: [
            {
              type: 'pie',
              radius: ['74%', '92%'],
              label: { show: false },
              itemStyle: { borderColor: screen.panel, borderWidth: 2 },
              data: parts.map(({ name, value, colour }) => ({ name, value, itemStyle: { color: colour } })),
            },
          ],
        }}
      />
      <div className={own.ringText}>
        <b>{children}</b>
        <span className={css.note}>{note}</span>
      </div>
    </div>
  );
}
