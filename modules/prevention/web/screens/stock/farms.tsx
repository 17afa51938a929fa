import { Opens } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import { Bar, Line } from '#kit/web/screen/rows.tsx';
import css from '#kit/web/screen/screen.module.css';
import { speciesColours } from '../colours.ts';
import type { ScreenContext } from '../screen-frame.tsx';

interface BandRow {
  readonly from: number;
  readonly to: number | null;
  readonly 'holders.cattle': number;
  readonly 'heads.cattle': number;
}
interface CompanyRow {
  readonly id: number;
  readonly name: string;
  readonly heads: number;
}

const orange = speciesColours.cattle ?? screen.orange;

/** Herds by their size, and beside them the largest who may be named. */
export function Farms({ context }: { readonly context: ScreenContext }) {
  const bands = context.rows<BandRow>('R2');
  const firms = context.rows<CompanyRow>('companies');
  return (
    <Panel
      id="R2"
      at={[1336, 656, 560, 400]}
      title={context.text('index3.farms')}
      isEmpty={bands.every((one) => one['holders.cattle'] === 0) && firms.length === 0}
    >
      <div style={{ display: 'grid', gridTemplateColumns: '236px minmax(0, 1fr)', gap: 24, height: '100%' }}>
        <Bands context={context} bands={bands} />
        <Firms context={context} firms={firms} />
      </div>
    </Panel>
  );
}

function Bands({ context, bands }: { readonly context: ScreenContext; readonly bands: readonly BandRow[] }) {
  const { number } = useNumbers();
  const largest = Math.max(1, ...bands.map((one) => one['heads.cattle']));
  return (
    <div>
      <Line columns="1fr auto" height={26}>
        <span className={css.note}>{context.text('index3.bands')}</span>
        <span className={css.note}>{context.text('herd.holdersHeads')}</span>
      </Line>
      {bands.map((one) => (
        <div key={one.from} style={{ height: 62, display: 'grid', alignContent: 'center', gap: 6 }}>
          <Line columns="1fr auto" height={22}>
            <span>{one.to === null ? `≥${one.from}` : `${one.from}–${one.to - 1}`}</span>
            <span>
              <Opens to={context.opens('R2', one, 'holders.cattle')}>{number(one['holders.cattle'])}</Opens>
              <span className={css.soft}>
                {' · '}
                <Opens to={context.opens('R2', one, 'heads.cattle')}>{number(one['heads.cattle'])}</Opens>
              </span>
            </span>
          </Line>
          <Bar share={one['heads.cattle'] / largest} colour={orange} />
        </div>
      ))}
    </div>
  );
}

function Firms({ context, firms }: { readonly context: ScreenContext; readonly firms: readonly CompanyRow[] }) {
  const { number } = useNumbers();
  return (
    <div>
      <Line columns="1fr auto" height={26}>
        <span className={css.note}>{context.text('index3.companies')}</span>
        <span className={css.note}>{context.text('index1.headsOf')}</span>
      </Line>
      {firms.length === 0 && <span className={css.soft}>{context.text('index3.noCompanies')}</span>}
      {firms.map((one, at) => (
        <Line key={one.id} columns="22px minmax(0, 1fr) auto" height={31}>
          <span className={css.soft}>{at + 1}</span>
          <span className={css.cut} title={one.name}>
            <Opens to={context.list('/ant/animalProtection/cloudEnterprise', { showFlag: 'true' })}>{one.name}</Opens>
          </span>
          <span>
            <Opens to={context.opens('companies', one, 'heads')}>{number(one.heads)}</Opens>
          </span>
        </Line>
      ))}
    </div>
  );
}
