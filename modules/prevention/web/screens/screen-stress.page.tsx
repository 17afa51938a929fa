import { useDict } from '#kit/web/lookups/lookups.ts';
import { Opens, Tile, Tiles } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import { Bar, Grid, Line, Moving } from '#kit/web/screen/rows.tsx';
import css from '#kit/web/screen/screen.module.css';
import { Chart } from '#kit/web/ui/chart.tsx';
import { quantiles } from './colours.ts';
import { type ScreenContext, ScreenFrame, ScreenHeadline } from './screen-frame.tsx';
import { ScreenMap } from './screen-map.tsx';
import { useOpenList } from './stock/names.ts';

const red = screen.bad;

interface LotRow {
  readonly lotNo: string;
  readonly vaccine: string;
  readonly deaths: number;
  readonly heads: number;
  readonly rate: number | null;
  readonly mean: number | null;
  readonly isSmall: boolean;
  readonly isHigh: boolean;
}
interface DeathRow {
  readonly id: number;
  readonly docNo: string;
  readonly at: string;
  readonly village: string;
  readonly holder: string;
  readonly tag: string | null;
  readonly species: string;
  readonly stage: string | null;
  readonly vaccine: string;
  readonly lotNo: string;
  readonly hours: number;
  readonly status: string;
  readonly amount: number | null;
}
interface StepRow {
  readonly status: string;
  readonly n: number;
  readonly overdue: number;
  readonly days: number | null;
}
interface PartRow {
  readonly code: number;
  readonly name: string;
  readonly 'stress.deaths': number;
  readonly 'stress.amount': number;
  readonly 'stress.paidShare': number | null;
}

/** 应激死亡记录: are the deaths normal, is one vaccine guilty, are holders paid in time. */
export default function StressScreen() {
  return (
    <ScreenFrame
      screen="stress"
      tourOf={(data) =>
        data.region.children.filter((one) => (one.values['stress.deaths'] ?? 0) > 0).map((one) => one.code)
      }
    >
      {(context) => (
        <>
          <Panel id="K" at={[24, 104, 1872, 120]}>
            <Strip context={context} />
          </Panel>
          <Lots context={context} />
          <Courses context={context} />
          <Deaths context={context} />
          <Steps context={context} />
          <Where context={context} />
          <Parts context={context} />
        </>
      )}
    </ScreenFrame>
  );
}

function Strip({ context }: { readonly context: ScreenContext }) {
  const { percent } = useNumbers();
  const v = context.data.values;
  return (
    <Tiles>
      <Tile
        name={context.text('stress.reactions')}
        value={v['stress.reactions']}
        code="stress.reactions"
        to={context.drill('stress.reactions')}
      />
      <Tile
        name={context.text('stressDeaths')}
        value={v['stress.deaths']}
        code="stress.deaths"
        colour={red}
        to={context.drill('stress.deaths')}
      />
      <Tile
        name={context.text('stress.rate')}
        value={v['stress.rate']}
        code="stress.rate"
        to={context.drill('stress.rate')}
        note={context.text('stress.rateNote')}
      />
      <Tile
        name={context.text('stress.amount')}
        value={v['stress.amount']}
        code="stress.amount"
        unit={context.text('yuan')}
        to={context.drill('stress.amount')}
      />
      <Tile
        name={context.text('stress.paid')}
        value={v['stress.paid']}
        code="stress.paid"
        unit={context.text('yuan')}
        note={<Opens to={context.drill('stress.paidShare')}>{percent(v['stress.paidShare'])}</Opens>}
        to={context.drill('stress.paid')}
      />
      <Tile
        name={context.text('stress.waited')}
        value={v['stress.days']}
        code="stress.days"
        unit={context.text('dayUnit')}
        to={context.drill('stress.days')}
      />
    </Tiles>
  );
}

function Lots({ context }: { readonly context: ScreenContext }) {
  const rows = context.rows<LotRow>('L1');
  const largest = Math.max(1, ...rows.map((one) => one.rate ?? 0));
  const mean = rows[0]?.mean ?? undefined;
  return (
    <Panel
      id="L1"
      at={[24, 240, 448, 400]}
      title={context.text('stress.lots')}
      extra={context.text('stress.lotsNote')}
      isEmpty={rows.length === 0}
    >
      <Moving rowHeight={54} fits={6}>
        {rows.map((one) => (
          <Line key={one.lotNo} columns="132px 1fr 110px" height={54}>
            <span style={{ opacity: one.isSmall ? 0.6 : 1 }}>
              <span className={css.cut} style={{ display: 'block' }} title={one.vaccine}>
                <Opens to={context.opens('L1', one, 'reactions')}>{one.lotNo}</Opens>
              </span>
              <span className={`${css.note} ${css.cut}`} style={{ display: 'block' }}>
                {one.vaccine}
              </span>
            </span>
            <Bar
              share={(one.rate ?? 0) / largest}
              colour={one.isHigh ? red : screen.plain}
              {...(mean !== undefined && mean !== null && { mark: mean / largest })}
            />
            <span className={css.right} style={{ color: one.isHigh ? red : undefined }}>
              <Opens to={context.opens('L1', one, 'rate')}>{one.rate ?? '—'}</Opens>
              <span className={css.note} style={{ display: 'block' }}>
                <Opens to={context.opens('L1', one, 'deaths')}>{one.deaths}</Opens> /{' '}
                <Opens to={context.opens('L1', one, 'heads')}>{one.heads}</Opens>
              </span>
            </span>
          </Line>
        ))}
      </Moving>
    </Panel>
  );
}

function Courses({ context }: { readonly context: ScreenContext }) {
  const { options } = useDict('stress_symptom');
  const open = useOpenList();
  const hours = context.rows<{ from: number; to: number; n: number; deaths: number }>('L2');
  const symptoms = context.rows<{ symptom: string; n: number }>('symptoms');
  const most = Math.max(1, ...symptoms.map((one) => one.n));
  return (
    <Panel
      id="L2"
      at={[24, 656, 448, 400]}
      title={context.text('stress.courses')}
      isEmpty={hours.every((one) => one.n === 0)}
    >
      <Chart
        label={context.text('stress.courses')}
        height={170}
        onPick={({ dataIndex = 0, seriesIndex = 0 }) => {
          const row = hours[dataIndex];
          if (row) open(context.opens('L2', row, seriesIndex === 1 ? 'deaths' : 'n'));
        }}
        option={{
          grid: { left: 4, right: 4, top: 34, bottom: 0, containLabel: true },
          legend: { itemWidth: 12, itemHeight: 8 },
          xAxis: { type: 'category', data: hours.map((one) => context.text('hours', { n: `${one.from}–${one.to}` })) },
          yAxis: { type: 'value', minInterval: 1 },
          series: [
            {
              type: 'bar',
              name: context.text('stress.reactions'),
              data: hours.map((one) => one.n),
              itemStyle: { color: screen.plain },
              barMaxWidth: 26,
            },
            {
              type: 'bar',
              name: context.text('stressDeaths'),
              data: hours.map((one) => one.deaths),
              itemStyle: { color: red },
              barMaxWidth: 26,
            },
          ],
        }}
      />
      {symptoms.slice(0, 5).map((one) => (
        <Line key={one.symptom} columns="112px 1fr 44px" height={32}>
          <span className={css.cut}>
            {options.find(({ dictValue }) => dictValue === one.symptom)?.dictLabel ?? one.symptom}
          </span>
          <Bar share={one.n / most} colour={screen.violet} />
          <span className={css.right}>
            <Opens to={context.opens('symptoms', one, 'n')}>{one.n}</Opens>
          </span>
        </Line>
      ))}
    </Panel>
  );
}

function Deaths({ context }: { readonly context: ScreenContext }) {
  const { number } = useNumbers();
  const { options: states } = useDict('stress_case_status');
  const { options: stages } = useDict('stage');
  const named = (options: typeof states, code: string | null) =>
    options.find(({ dictValue }) => dictValue === code)?.dictLabel ?? code ?? '';
  const rows = context.rows<DeathRow>('C');
  const time = new Intl.DateTimeFormat('zh-CN', {
    timeZone: 'Asia/Shanghai',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  });
  return (
    <Panel id="C" at={[488, 240, 944, 560]} title={<ScreenHeadline data={context.data} />} isEmpty={rows.length === 0}>
      <Moving rowHeight={40} fits={12}>
        {rows.map((one) => (
          <Line key={one.id} columns="106px 132px 64px 74px 100px 1fr 66px 78px 88px" height={40}>
            <span className={css.soft}>{time.format(new Date(one.at))}</span>
            <span className={css.cut}>{one.village}</span>
            <span className={css.cut}>{one.holder}</span>
            <span>
              <Opens to={context.opens('C', one, 'amount')}>{one.tag ?? '—'}</Opens>
            </span>
            <span className={css.cut}>
              {context.species(one.species)} {named(stages, one.stage)}
            </span>
            <span className={css.cut} title={one.vaccine}>
              {one.lotNo} {one.vaccine}
            </span>
            <span className={css.right}>
              <Opens to={context.opens('C', one, 'hours')}>{context.text('hours', { n: one.hours })}</Opens>
            </span>
            <span className={css.cut} style={{ color: one.status === 'paid' ? screen.good : screen.watch }}>
              {named(states, one.status)}
            </span>
            <span className={css.right}>
              <Opens to={context.opens('C', one, 'amount')}>{one.amount === null ? '—' : number(one.amount)}</Opens>
            </span>
          </Line>
        ))}
      </Moving>
    </Panel>
  );
}

function Steps({ context }: { readonly context: ScreenContext }) {
  const { options } = useDict('stress_case_status');
  const rows = context.rows<StepRow>('C2');
  return (
    <Panel
      id="C2"
      at={[488, 816, 944, 240]}
      title={context.text('stress.steps')}
      extra={context.text('stress.stepsNote')}
    >
      <div style={{ display: 'flex', height: '100%', alignItems: 'center' }}>
        {rows.map((one, at) => (
          <div key={one.status} style={{ flex: 1, textAlign: 'center', position: 'relative' }}>
            {at > 0 && (
              <span className={css.soft} style={{ position: 'absolute', left: -8, top: 40, fontSize: 20 }}>
                →
              </span>
            )}
            <div className={css.soft}>
              {options.find(({ dictValue }) => dictValue === one.status)?.dictLabel ?? one.status}
            </div>
            <div className={css.tileValue}>
              <Opens to={context.opens('C2', one, 'n')}>{one.n}</Opens>
            </div>
            <div className={css.note}>{one.days === null ? '—' : context.text('stress.meanDays', { n: one.days })}</div>
            <div style={{ fontSize: 14, color: one.overdue > 0 ? red : 'transparent' }}>
              {context.text('stress.overdue', { n: one.overdue })}
            </div>
          </div>
        ))}
      </div>
    </Panel>
  );
}

function Where({ context }: { readonly context: ScreenContext }) {
  const { number } = useNumbers();
  const { of, bounds, shade } = quantiles(
    context.data.region.children.map((one) => one.values['stress.rate'] ?? 0),
    red,
  );
  return (
    <Panel id="R1" at={[1448, 240, 448, 400]} title={context.text('stress.rate')} bare>
      <ScreenMap
        context={context}
        width={446}
        height={356}
        sizeOf={(one) => one.values['stress.deaths'] ?? 0}
        draw={({ values }) => ({
          fill: of(values['stress.rate']),
          text: values['stress.rate'] === null ? '—' : number(values['stress.rate']),
          card: [
            { name: context.text('stress.rate'), text: number(values['stress.rate']) },
            { name: context.text('stressDeaths'), text: number(values['stress.deaths']) },
            { name: context.text('stress.reactions'), text: number(values['stress.reactions']) },
            { name: context.text('stress.amount'), text: number(values['stress.amount']) },
          ],
        })}
        legend={[
          { colour: shade(0), text: `<${bounds[1] ?? 0}` },
          { colour: shade(4), text: `≥${bounds[3] ?? 0}` },
        ]}
      />
    </Panel>
  );
}

function Parts({ context }: { readonly context: ScreenContext }) {
  const { number, percent } = useNumbers();
  const rows = context.rows<PartRow>('R2');
  return (
    <Panel id="R2" at={[1448, 656, 448, 400]} title={context.text('stress.parts')} isEmpty={rows.length === 0}>
      <Grid
        rows={rows.slice(0, 10)}
        keyOf={(one) => one.code}
        onPick={(one) => context.go(one.code)}
        columns={[
          { key: 'name', title: context.text('region'), cell: (one) => one.name },
          {
            key: 'deaths',
            title: context.text('stressDeaths'),
            cell: (one) => <Opens to={context.opens('R2', one, 'stress.deaths')}>{one['stress.deaths']}</Opens>,
          },
          {
            key: 'amount',
            title: context.text('stress.amount'),
            cell: (one) => <Opens to={context.opens('R2', one, 'stress.amount')}>{number(one['stress.amount'])}</Opens>,
          },
          {
            key: 'paid',
            title: context.text('stress.paidShare'),
            cell: (one) => (
              <Opens to={context.opens('R2', one, 'stress.paidShare')}>{percent(one['stress.paidShare'])}</Opens>
            ),
          },
        ]}
      />
    </Panel>
  );
}
