import { Tooltip } from 'antd';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Bar } from '#kit/web/screen/rows.tsx';
import css from '#kit/web/screen/screen.module.css';
import { type RiskBand, riskBand } from '#modules/prevention/contract/screens/bands.ts';
import type { ScreenValues } from '#modules/prevention/contract/screens/screen.ts';
import type { ScreenContext } from '../screen-frame.tsx';

const parts = ['gap', 'density', 'antibody', 'stress', 'signal'] as const;
const colours: Readonly<Record<RiskBand, string>> = { low: screen.good, watch: screen.watch, high: screen.bad };
export const riskColour = (risk: number | null | undefined): string =>
  risk === null || risk === undefined ? screen.none : colours[riskBand(risk)];

export const riskLegend = (context: ScreenContext) =>
  (['low', 'watch', 'high'] as const).map((band) => ({
    colour: colours[band],
    text: context.text(`index6.band.${band}`),
  }));

/** A risk as bar, number and word; the pointer shows what it is made of. */
export function Risk({ context, values }: { readonly context: ScreenContext; readonly values: ScreenValues }) {
  const { number } = useNumbers();
  const risk = values.risk ?? 0;
  const told = (
    <div style={{ minWidth: 210, fontSize: 14 }}>
      {parts.map((part) => (
        <div key={part} style={{ display: 'flex', justifyContent: 'space-between', gap: 16 }}>
          <span>{context.text(`index6.part.${part}`)}</span>
          <span>{number(values[`risk.${part}`])}</span>
        </div>
      ))}
    </div>
  );
  return (
    <Tooltip title={told} placement="left">
      <span
        style={{
          display: 'grid',
          gridTemplateColumns: '1fr 34px 48px',
          gap: 8,
          alignItems: 'center',
          paddingLeft: 16,
        }}
        data-risk={risk}
      >
        <Bar share={risk / 100} colour={riskColour(risk)} />
        <span className={css.right}>{Math.round(risk)}</span>
        <span className={css.cut} style={{ color: riskColour(risk) }}>
          {context.text(`index6.band.${riskBand(risk)}`)}
        </span>
      </span>
    </Tooltip>
  );
}
