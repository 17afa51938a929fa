import { useDict } from '#kit/web/lookups/lookups.ts';
import { Figure, Opens } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Bar, Line } from '#kit/web/screen/rows.tsx';
import css from '#kit/web/screen/screen.module.css';
import { coverageColour, noDue } from '../colours.ts';
import { Facts } from '../facts.tsx';
import { useTypeName } from '../overview/unit-panels.tsx';
import type { ScreenContext } from '../screen-frame.tsx';
import { Ring } from './ring.tsx';

interface Of {
  readonly context: ScreenContext;
}

export function Farms({ context }: Of) {
  const { number, percent } = useNumbers();
  const { options } = useDict('farm_scale');
  const v = context.data.values;
  const covered = v['farm.coverage'] ?? 0;
  return (
    <>
      <Facts
        facts={[
          {
            name: context.text('index6.farms'),
            value: v['farm.count'],
            code: 'farm.count',
            to: context.drill('farm.count'),
          },
          { name: context.text('stock'), value: v['farm.stock'], code: 'farm.stock', to: context.drill('farm.stock') },
        ]}
      />
      <Ring
        label={context.text('coverage')}
        height={170}
        note={context.text('coverage')}
        parts={[
          { name: context.text('index6.done'), value: covered, colour: coverageColour(v['farm.coverage']) },
          { name: context.text('remaining'), value: 1 - covered, colour: screen.remaining },
        ]}
      >
        <Opens to={context.drill('farm.coverage')}>
          <Figure value={v['farm.coverage']} as="percent" code="farm.coverage" />
        </Opens>
      </Ring>
      {context.rows<{ scale: string; n: number; heads: number; coverage: number | null }>('sizes').map((one) => (
        <Line key={one.scale} columns="84px 44px 72px 1fr 62px" height={42}>
          <span>{options.find((each) => each.dictValue === one.scale)?.dictLabel ?? one.scale}</span>
          <span className={css.right}>
            <Opens to={context.opens('sizes', one, 'n')}>{number(one.n)}</Opens>
          </span>
          <span className={`${css.right} ${css.soft}`}>
            <Opens to={context.opens('sizes', one, 'heads')}>{number(one.heads)}</Opens>
          </span>
          <Bar share={one.coverage} colour={coverageColour(one.coverage)} />
          <span className={css.right}>
            <Opens to={context.opens('sizes', one, 'coverage')}>{percent(one.coverage)}</Opens>
          </span>
        </Line>
      ))}
    </>
  );
}

export function Companies({ context }: Of) {
  const { number } = useNumbers();
  const typeName = useTypeName();
  const v = context.data.values;
  const types = context.rows<{ type: string; n: number }>('types');
  const most = Math.max(1, ...types.map((one) => one.n));
  return (
    <>
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
      {types.slice(0, 10).map((one) => (
        <Line key={one.type} columns="128px 1fr 48px" height={34}>
          <span className={css.cut} title={typeName(one.type)}>
            {typeName(one.type)}
          </span>
          <Bar share={one.n / most} colour={screen.violet} />
          <span className={css.right}>
            <Opens to={context.opens('types', one, 'n')}>{number(one.n)}</Opens>
          </span>
        </Line>
      ))}
    </>
  );
}

export function Video({ context }: Of) {
  const { number } = useNumbers();
  const v = context.data.values;
  const [online, all] = [v['video.online'] ?? 0, v['video.all'] ?? 0];
  return (
    <>
      <Ring
        label={context.text('indexNew.online')}
        height={170}
        note={context.text('indexNew.online')}
        parts={[
          { name: context.text('indexNew.online'), value: online, colour: screen.sky },
          { name: context.text('indexNew.offline'), value: all - online, colour: screen.remaining },
        ]}
      >
        <Opens to={context.drill('video.online')}>{number(online)}</Opens> /{' '}
        <Opens to={context.drill('video.all')}>{number(all)}</Opens>
      </Ring>
      {context
        .rows<{ id: number; name: string; online: boolean }>('spots')
        .slice(0, 6)
        .map((one) => (
          <Line key={one.id} columns="10px 1fr" height={38}>
            <span style={{ width: 10, height: 10, borderRadius: 5, background: one.online ? screen.good : noDue }} />
            <span className={css.cut} title={one.name}>
              {one.name}
            </span>
          </Line>
        ))}
    </>
  );
}
