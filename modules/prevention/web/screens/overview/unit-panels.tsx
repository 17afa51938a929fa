import { useDict } from '#kit/web/lookups/lookups.ts';
import { Opens } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { type Box, Panel } from '#kit/web/screen/panel.tsx';
import { Bar, Line } from '#kit/web/screen/rows.tsx';
import css from '#kit/web/screen/screen.module.css';
import { coverageColour } from '../colours.ts';
import { Facts, factsHeight } from '../facts.tsx';
import type { ScreenContext } from '../screen-frame.tsx';
import { roomIn } from './common.ts';

interface PanelOf {
  readonly context: ScreenContext;
  readonly at: Box;
}

const row = 29;

export interface Company {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly place: string;
  readonly longitude: number | null;
  readonly latitude: number | null;
}

export function useTypeName(): (type: string) => string {
  const { options } = useDict('principal_type');
  return (type) => options.find((one) => one.dictValue === type)?.dictLabel ?? type;
}

/** 企业: how many of which kind, and the newest that want to be seen. */
export function CompanyPanel({ context, at }: PanelOf) {
  const { number } = useNumbers();
  const typeName = useTypeName();
  const v = context.data.values;
  const types = context.rows<{ type: string; n: number }>('L4');
  const most = Math.max(1, ...types.map((one) => one.n));
  const fits = Math.floor((roomIn(at) - factsHeight) / row);
  return (
    <Panel
      id="L4"
      at={at}
      title={
        <Opens to={context.list('/ant/animalProtection/firmDistribution')}>{context.text('index6.company')}</Opens>
      }
      extra={context.text('index6.newest')}
      isEmpty={types.length === 0}
    >
      <Facts
        facts={[
          {
            name: context.text('index6.companies'),
            value: v['ent.count'],
            code: 'ent.count',
            to: context.drill('ent.count'),
          },
          {
            name: context.text('index6.shown'),
            value: v['ent.shown'],
            code: 'ent.shown',
            to: context.drill('ent.shown'),
          },
        ]}
      />
      <div style={{ display: 'grid', gridTemplateColumns: '196px 204px', columnGap: 16 }}>
        <div>
          {types.slice(0, fits).map((one) => (
            <Line key={one.type} columns="84px 1fr 26px" height={row}>
              <span className={css.cut} title={typeName(one.type)}>
                {typeName(one.type)}
              </span>
              <Bar share={one.n / most} colour={screen.plain} />
              <span className={css.right}>
                <Opens to={context.opens('L4', one, 'n')}>{number(one.n)}</Opens>
              </span>
            </Line>
          ))}
        </div>
        <div>
          {context
            .rows<Company>('L4newest')
            .slice(0, fits)
            .map((one) => (
              <Line key={one.id} columns="1fr" height={row}>
                <span className={`${css.cut} ${css.soft}`} title={one.name}>
                  {one.name}
                </span>
              </Line>
            ))}
        </div>
      </div>
    </Panel>
  );
}

interface Size {
  readonly scale: string;
  readonly n: number;
  readonly heads: number;
  readonly coverage: number | null;
}

/** 养殖场: scaled farms, what stands in them and how far their own plans are. */
export function FarmPanel({ context, at }: PanelOf) {
  const { number, percent } = useNumbers();
  const { options } = useDict('farm_scale');
  const v = context.data.values;
  const scaled = context.list('/ant/animalProtection/household', { scale: 'small,medium,large' });
  const parts = context.data.region.children
    .filter((one) => (one.values['farm.count'] ?? 0) > 0)
    .toSorted((a, b) => (b.values['farm.count'] ?? 0) - (a.values['farm.count'] ?? 0))
    .slice(0, Math.max(0, Math.floor((roomIn(at) - factsHeight - 4.5 * row) / row)));
  const line = (
    key: string | number,
    name: string,
    n: number,
    heads: number,
    covered: number | null,
    to: (field: 'n' | 'heads' | 'coverage') => string | null,
    go?: () => void,
  ) => (
    <Line key={key} columns="118px 58px 76px 1fr 60px" height={row} onPick={go}>
      <span className={css.cut} title={name}>
        {name}
      </span>
      <span className={css.right}>
        <Opens to={to('n')}>{number(n)}</Opens>
      </span>
      <span className={css.right}>
        <Opens to={to('heads')}>{number(heads)}</Opens>
      </span>
      <Bar share={covered} colour={coverageColour(covered)} />
      <span className={css.right}>
        <Opens to={to('coverage')}>{percent(covered)}</Opens>
      </span>
    </Line>
  );
  return (
    <Panel
      id="R4"
      at={at}
      title={<Opens to={scaled}>{context.text('index6.farm')}</Opens>}
      extra={context.text('index6.farmColumns')}
      isEmpty={(v['farm.count'] ?? 0) === 0}
    >
      <Facts
        facts={[
          {
            name: context.text('index6.farms'),
            value: v['farm.count'],
            code: 'farm.count',
            to: context.drill('farm.count'),
          },
          { name: context.text('stock'), value: v['farm.stock'], code: 'farm.stock', to: context.drill('farm.stock') },
          {
            name: context.text('coverage'),
            value: v['farm.coverage'],
            as: 'percent',
            code: 'farm.coverage',
            colour: coverageColour(v['farm.coverage']),
            to: context.drill('farm.coverage'),
          },
          {
            name: context.text('remaining'),
            value: v['farm.remaining'],
            code: 'farm.remaining',
            to: context.drill('farm.remaining'),
          },
        ]}
      />
      {context
        .rows<Size>('R4')
        .map((one) =>
          line(
            one.scale,
            options.find((each) => each.dictValue === one.scale)?.dictLabel ?? one.scale,
            one.n,
            one.heads,
            one.coverage,
            (field) => context.opens('R4', one, field),
          ),
        )}
      {parts.length > 0 && <div style={{ height: row / 2 }} />}
      {parts.map((one) =>
        line(
          one.code,
          one.name,
          one.values['farm.count'] ?? 0,
          one.values['farm.stock'] ?? 0,
          one.values['farm.coverage'] ?? null,
          (field) =>
            context.drill({ n: 'farm.count', heads: 'farm.stock', coverage: 'farm.coverage' }[field], one.code),
          () => context.go(one.code),
        ),
      )}
    </Panel>
  );
}
