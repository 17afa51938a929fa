import type { ReactNode } from 'react';
import { levelOf } from '#kit/contract/region.ts';
import { Figure, Opens } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { type Box, Panel } from '#kit/web/screen/panel.tsx';
import { Bar, Line, Moving } from '#kit/web/screen/rows.tsx';
import css from '#kit/web/screen/screen.module.css';
import { riskBand } from '#modules/prevention/contract/screens/bands.ts';
import type { ScreenChild } from '#modules/prevention/contract/screens/screen.ts';
import { coverageColour, speciesColours } from '../colours.ts';
import { Facts } from '../facts.tsx';
import { HoldersSheet } from '../holders-sheet.tsx';
import { Risk, riskColour } from '../overview/risk.tsx';
import type { ScreenContext } from '../screen-frame.tsx';
import { figureOf, type LayerName } from './layers.ts';
import { Ring } from './ring.tsx';
import { Companies, Farms, Video } from './unit-mains.tsx';

interface Of {
  readonly context: ScreenContext;
  /** A day gone by is shown: only what is known of it. */
  readonly isPast?: boolean;
}

function Prevention({ context, isPast }: Of) {
  const { number, percent } = useNumbers();
  const v = context.data.values;
  const covered = v['imm.coverage'];
  // Lists are of today: what was true on a day gone by has none.
  const drill = (code: string) => (isPast ? null : context.drill(code));
  const on = context.rows<{ day: string }>('on')[0]?.day;
  const [done, due] = [v['imm.done'] ?? 0, v['imm.due'] ?? 0];
  const rows = context.rows<{ disease: string; coverage: number | null; due: number; done: number; target: number }>(
    'diseases',
  );
  return (
    <>
      <Ring
        label={context.text('coverage')}
        note={<Opens to={drill('imm.done')}>{context.text('doneOf', { done: number(done), due: number(due) })}</Opens>}
        parts={[
          { name: context.text('index6.done'), value: done, colour: coverageColour(covered) },
          { name: context.text('remaining'), value: Math.max(0, due - done), colour: screen.remaining },
        ]}
      >
        <Opens to={drill('imm.coverage')}>
          <Figure value={covered} as="percent" code="imm.coverage" />
        </Opens>
      </Ring>
      {rows.slice(0, 4).map((one) => (
        <Line key={one.disease} columns="112px 1fr 62px" height={36}>
          <span className={css.cut} title={context.disease(one.disease)}>
            {context.disease(one.disease)}
          </span>
          <Bar share={one.coverage} colour={coverageColour(one.coverage)} mark={one.target} />
          <span className={css.right}>
            <Opens to={isPast ? null : context.opens('diseases', one, 'coverage')}>{percent(one.coverage)}</Opens>
          </span>
        </Line>
      ))}
      <div style={{ position: 'absolute', left: 16, right: 16, bottom: 12 }}>
        <Facts
          facts={[
            {
              name: context.text(isPast ? 'indexNew.thatDay' : 'today'),
              value: v['imm.today'],
              code: 'imm.today',
              to: context.opens('B', { day: on ?? '' }, 'n'),
            },
            ...(isPast
              ? []
              : [
                  {
                    name: context.text('visitsToday'),
                    value: v['imm.visitsToday'],
                    code: 'imm.visitsToday',
                    to: drill('imm.visitsToday'),
                  },
                  {
                    name: context.text('workersOut'),
                    value: v['work.today'],
                    code: 'work.today',
                    more: <Opens to={drill('work.active')}>{`/ ${number(v['work.active'])}`}</Opens>,
                    to: drill('work.today'),
                  },
                ]),
          ]}
        />
      </div>
    </>
  );
}

function Stock({ context, isPast }: Of) {
  const { number, percent } = useNumbers();
  const v = context.data.values;
  const all = v['stock.total'] ?? 0;
  const kinds = ['cattle', 'sheep', 'goat'].map((kind) => ({
    kind,
    name: context.species(kind),
    value: v[`stock.${kind}`] ?? 0,
    colour: speciesColours[kind] ?? '',
  }));
  return (
    <>
      <Ring label={context.text('stock')} note={context.text('index6.total')} parts={kinds}>
        <Opens to={isPast ? null : context.drill('stock.total')}>
          <Figure value={all} code="stock.total" />
        </Opens>
      </Ring>
      {kinds.map(({ kind, name, value, colour }) => (
        <Line key={kind} columns="72px 1fr 84px 62px" height={44}>
          <span>{name}</span>
          <Bar share={all > 0 ? value / all : 0} colour={colour} />
          <span className={css.right}>
            <Opens to={isPast ? null : context.drill(`stock.${kind}`)}>{number(value)}</Opens>
          </span>
          <span className={`${css.right} ${css.soft}`}>{percent(all > 0 ? value / all : null)}</span>
        </Line>
      ))}
    </>
  );
}

const atRisk = (context: ScreenContext): ScreenChild[] =>
  context.data.region.children
    .filter((one) => (one.values['imm.due'] ?? 0) > 0 || (one.values.risk ?? 0) > 0)
    .toSorted((a, b) => (b.values.risk ?? 0) - (a.values.risk ?? 0));

const partColours = {
  gap: screen.warn,
  density: screen.sky,
  antibody: screen.violet,
  stress: screen.watch,
  signal: screen.bad,
} as const;

/** The worst, each by what its risk is made of. */
function Risks({ context }: Of) {
  const rows = atRisk(context);
  const parts = Object.entries(partColours);
  return (
    <>
      <Facts
        facts={(['high', 'watch', 'low'] as const).map((band) => ({
          name: context.text(`index6.band.${band}`),
          value: rows.filter((one) => riskBand(one.values.risk ?? 0) === band).length,
          colour: riskColour({ high: 60, watch: 30, low: 0 }[band]),
        }))}
      />
      {rows.slice(0, 7).map((one) => (
        <Line key={one.code} columns="112px 1fr 40px" height={38} onPick={() => context.go(one.code)}>
          <span className={css.cut} title={one.name}>
            {one.name}
          </span>
          <span style={{ display: 'flex', height: 12, background: '#14304f', borderRadius: 3, overflow: 'hidden' }}>
            {parts.map(([part, colour]) => (
              <i
                key={part}
                title={context.text(`index6.part.${part}`)}
                style={{ width: `${one.values[`risk.${part}`] ?? 0}%`, background: colour }}
              />
            ))}
          </span>
          <span className={css.right}>{Math.round(one.values.risk ?? 0)}</span>
        </Line>
      ))}
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: '2px 12px', paddingTop: 8 }}>
        {parts.map(([part, colour]) => (
          <span key={part} className={css.note}>
            <i style={{ display: 'inline-block', width: 10, height: 10, marginRight: 5, background: colour }} />
            {context.text(`indexNew.part.${part}`)}
          </span>
        ))}
      </div>
    </>
  );
}

const mains: Readonly<Record<LayerName, (props: Of) => ReactNode>> = {
  prevention: Prevention,
  stock: Stock,
  farms: Farms,
  companies: Companies,
  video: Video,
  risk: Risks,
};

interface LayerProps extends Of {
  readonly layer: LayerName;
}

/** L1: the layer's own figures. */
export function MainPanel({ context, layer, isPast = false }: LayerProps) {
  const Main = mains[layer];
  return (
    <Panel id="L1" at={[24, 104, 400, 460]} title={context.text(`indexNew.main.${layer}`)}>
      <Main context={context} isPast={isPast} />
    </Panel>
  );
}

const rankAt: Box = [24, 580, 400, 476];

/** L2: the parts of the place by the layer's figure; of a village, who keeps animals there. */
export function RankPanel({ context, layer, isPast = false }: LayerProps) {
  const { number, percent } = useNumbers();
  const code = figureOf[layer];
  const of = (one: ScreenChild) => one.values[code] ?? 0;
  const rows =
    layer === 'risk'
      ? atRisk(context)
      : context.data.region.children
          .filter((one) => one.values[code] != null && (layer === 'prevention' || of(one) > 0))
          .toSorted((a, b) => of(b) - of(a));
  if (levelOf(context.data.region.code) === 5)
    return (
      <Panel id="L2" at={rankAt} title={context.text('holder')} bare>
        <HoldersSheet context={context} />
      </Panel>
    );
  const isShare = layer === 'prevention';
  const most = isShare ? 1 : Math.max(1, ...rows.map(of));
  return (
    <Panel id="L2" at={rankAt} title={context.text(`indexNew.rank.${layer}`)} isEmpty={rows.length === 0}>
      <Moving rowHeight={35} fits={12}>
        {rows.map((one, at) => (
          <Line
            key={one.code}
            columns={layer === 'risk' ? '26px 112px 1fr' : '26px 128px 1fr 74px'}
            height={35}
            onPick={() => context.go(one.code)}
          >
            <span className={css.soft}>{at + 1}</span>
            <span className={css.cut} title={one.name}>
              {one.name}
            </span>
            {layer === 'risk' ? (
              <Risk context={context} values={one.values} />
            ) : (
              <>
                <Bar share={of(one) / most} colour={isShare ? coverageColour(one.values[code]) : screen.plain} />
                <span className={css.right}>
                  <Opens to={isPast ? null : context.drill(code, one.code)}>
                    {isShare ? percent(of(one)) : number(of(one))}
                  </Opens>
                </span>
              </>
            )}
          </Line>
        ))}
      </Moving>
    </Panel>
  );
}
