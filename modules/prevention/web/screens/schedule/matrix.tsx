import { Opens } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import { Line, Moving } from '#kit/web/screen/rows.tsx';
import css from '#kit/web/screen/screen.module.css';
import type { ScreenValues } from '#modules/prevention/contract/screens/screen.ts';
import { coverageColour } from '../colours.ts';
import type { ScreenContext } from '../screen-frame.tsx';

interface MatrixRow {
  readonly code: number;
  readonly name: string;
  readonly forecast: string | null;
  readonly diseases: readonly string[];
}

const room = 386;
/** Rows are as high as there is room, within this. */
const [lowest, highest] = [38, 48];

/** Every part, every disease: how far, and how much the last week added. */
export function Matrix({ context, isPaper }: { readonly context: ScreenContext; readonly isPaper: boolean }) {
  const { number } = useNumbers();
  const rows = context.rows<MatrixRow>('X');
  const diseases = rows[0]?.diseases ?? [];
  const values = new Map(context.data.region.children.map((one) => [one.code, one.values]));
  // Nothing rolls on paper: all rows share the room.
  const height = Math.max(isPaper ? 0 : lowest, Math.min(highest, room / Math.max(1, rows.length)));
  const columns = `136px repeat(${diseases.length + 1}, minmax(0, 1fr)) 92px 112px`;
  const text = (key: string, args?: Readonly<Record<string, string | number>>) => context.text(`schedule.${key}`, args);
  const fits = isPaper ? rows.length : Math.floor(room / lowest);
  return (
    <Panel id="X" at={[24, 260, 920, 480]} title={text('matrix')} extra={text('gainNote')} isEmpty={rows.length === 0}>
      <Line columns={columns} height={32}>
        <span className={css.note}>{text('place')}</span>
        <span className={`${css.note} ${css.cut}`} style={{ textAlign: 'center' }}>
          {context.text('all')}
        </span>
        {diseases.map((code) => (
          <span key={code} className={`${css.note} ${css.cut}`} style={{ textAlign: 'center' }}>
            {context.disease(code)}
          </span>
        ))}
        <span className={`${css.note} ${css.right}`}>{context.text('remaining')}</span>
        <span className={`${css.note} ${css.right}`}>{text('forecast')}</span>
      </Line>
      <div style={{ height: room }}>
        <Moving rowHeight={height} fits={fits}>
          {rows.map(({ code, name, forecast }) => {
            const own = values.get(code) ?? {};
            const late = own['imm.forecastLate'] ?? null;
            return (
              <Line key={code} columns={columns} height={height} onPick={() => context.go(code)}>
                <span className={css.cut} title={name}>
                  {name}
                </span>
                <Cell context={context} place={code} own={own} />
                {diseases.map((disease) => (
                  <Cell key={disease} context={context} place={code} own={own} disease={disease} />
                ))}
                <span className={css.right}>
                  <Opens to={context.drill('imm.remaining', code)}>{number(own['imm.remaining'])}</Opens>
                </span>
                <span className={css.right} style={{ color: late === null || late > 0 ? 'var(--bad)' : undefined }}>
                  <Opens to={context.drill('imm.forecast', code)}>{forecast?.slice(5) ?? text('stands')}</Opens>
                </span>
              </Line>
            );
          })}
        </Moving>
      </div>
    </Panel>
  );
}

interface CellProps {
  readonly context: ScreenContext;
  readonly place: number;
  readonly own: ScreenValues;
  readonly disease?: string;
}

function Cell({ context, place, own, disease }: CellProps) {
  const { percent } = useNumbers();
  const key = (name: string) => (disease ? `${name}.${disease}` : name);
  const coverage = own[key('imm.coverage')] ?? null;
  const gain = own[key('imm.gain')] ?? null;
  return (
    <span
      style={{
        display: 'flex',
        justifyContent: 'center',
        gap: 8,
        height: 'calc(100% - 6px)',
        alignItems: 'center',
        borderRadius: 3,
        background: coverage === null ? 'rgb(74 91 112 / 45%)' : coverageColour(coverage),
        color: coverage === null ? 'var(--soft)' : screen.ink,
        fontWeight: 600,
      }}
    >
      <Opens to={context.drill(key('imm.coverage'), place)}>{percent(coverage)}</Opens>
      {coverage !== null && gain !== null && (
        <span style={{ fontSize: 14, fontWeight: 400, opacity: gain > 0 ? 1 : 0.65 }}>
          <Opens to={context.drill(key('imm.gain'), place)}>{gain > 0 ? `▲${gain.toFixed(1)}` : '–'}</Opens>
        </span>
      )}
    </span>
  );
}
