import { useState } from 'react';
import { Opens, Tile, Tiles } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import { Line, Moving } from '#kit/web/screen/rows.tsx';
import css from '#kit/web/screen/screen.module.css';
import { Switch } from '#kit/web/screen/switch.tsx';
import type { ScreenValues } from '#modules/prevention/contract/screens/screen.ts';
import { CoverageTile } from '../coverage-tile.tsx';
import { type Layer, layers, marksOf } from '../layers.ts';
import { type ScreenContext, ScreenHeadline } from '../screen-frame.tsx';
import { ScreenMap } from '../screen-map.tsx';
import { partsOf } from './common.ts';
import { Risk } from './risk.tsx';

const may = (context: ScreenContext, panel: string) => context.data.permits.includes(panel);

/** K: as many of the four tiles as the reader may see. */
export function Strip({ context }: { readonly context: ScreenContext }) {
  const { number } = useNumbers();
  const v = context.data.values;
  const [worst] = context.rows<{ disease: string; rate: number; samples: number }>('antibodies');
  return (
    <Panel id="K" at={[488, 104, 944, 120]}>
      <Tiles>
        {may(context, 'stock') && (
          <Tile
            name={context.text('index6.total')}
            value={v['stock.total']}
            code="stock.total"
            note={['cattle', 'sheep', 'goat'].map((one, at) => (
              <span key={one}>
                {at > 0 && ' · '}
                <Opens to={context.drill(`stock.${one}`)}>
                  {context.species(one)} {number(v[`stock.${one}`])}
                </Opens>
              </span>
            ))}
            to={context.drill('stock.total')}
          />
        )}
        {may(context, 'work') && (
          <>
            <CoverageTile context={context} />
            <Tile
              name={context.text('index6.antibody')}
              value={worst?.rate ?? null}
              as="percent"
              code="lab.antibodyRate"
              note={
                worst &&
                context.text('index6.samplesOf', { disease: context.disease(worst.disease), n: number(worst.samples) })
              }
              to={worst ? context.opens('antibodies', worst, 'rate') : null}
            />
            <Tile
              name={context.text('index6.alerts')}
              value={v['alert.open']}
              code="alert.open"
              colour={(v['alert.open'] ?? 0) > 0 ? screen.warn : undefined}
              note={
                <Opens to={context.drill('inv.open')}>
                  {context.text('index6.actions', { n: number(v['inv.open']) })}
                </Opens>
              }
              to={context.drill('alert.open')}
            />
          </>
        )}
        {!may(context, 'stock') && !may(context, 'work') && <UnitTiles context={context} />}
      </Tiles>
    </Panel>
  );
}

/** Who sees farms or companies alone would have an empty strip. */
function UnitTiles({ context }: { readonly context: ScreenContext }) {
  const v = context.data.values;
  return (
    <>
      {may(context, 'R4') && (
        <Tile
          name={context.text('index6.farms')}
          value={v['farm.count']}
          code="farm.count"
          to={context.drill('farm.count')}
        />
      )}
      {may(context, 'L4') && (
        <Tile
          name={context.text('index6.companies')}
          value={v['ent.count']}
          code="ent.count"
          to={context.drill('ent.count')}
        />
      )}
    </>
  );
}

/** M: the layers the reader's permissions give, the first of them first. */
export function MapPanel({ context }: { readonly context: ScreenContext }) {
  const numbers = useNumbers();
  const open = layers.filter((one) => one.on.some((panel) => may(context, panel)));
  const [chosen, setChosen] = useState<Layer['name'] | null>(null);
  const layer = open.find((one) => one.name === chosen) ?? open[0];
  const height = may(context, 'B') ? 574 : 816;
  if (!layer) return null;
  const shown = layer.show(context, numbers);
  return (
    <Panel id="M" at={[488, 240, 944, height]} title={<ScreenHeadline data={context.data} />} bare>
      <ScreenMap context={context} width={942} height={height - 44} marks={marksOf(context)} {...shown} />
      <div style={{ position: 'absolute', right: 16, top: 4 }}>
        <Switch<Layer['name']>
          label={context.text('index6.layer')}
          value={layer.name}
          options={open.map(({ name }) => ({ value: name, label: context.text(`index6.layers.${name}`) }))}
          onChange={setChosen}
        />
      </div>
    </Panel>
  );
}

/** The disease the lowest rate is of. */
const worstMeasured = (v: ScreenValues) =>
  Object.keys(v).find((code) => code.startsWith('lab.antibodyRate.') && v[code] === v['lab.antibodyRate']) ?? '';

const columns = '128px 74px 74px 74px 74px 74px 60px 60px 1fr';
const names = ['gap', 'density', 'antibody', 'lapsed', 'stressRate', 'positives', 'open'] as const;

/** B: what each part is at risk of, the worst first. */
export function RiskPanel({ context }: { readonly context: ScreenContext }) {
  const { number, percent, signed } = useNumbers();
  const rows = partsOf(context)
    .filter((one) => (one.values['imm.due'] ?? 0) > 0 || (one.values.risk ?? 0) > 0)
    .toSorted((a, b) => (b.values.risk ?? 0) - (a.values.risk ?? 0));
  return (
    <Panel id="B" at={[488, 830, 944, 226]} title={context.text('index6.watch')} isEmpty={rows.length === 0}>
      <Line columns={columns} height={26}>
        <span className={css.note}>{context.text('index6.region')}</span>
        {names.map((name) => (
          <span
            key={name}
            className={`${css.note} ${css.right} ${css.cut}`}
            title={context.text(`index6.column.${name}`)}
          >
            {context.text(`index6.column.${name}`)}
          </span>
        ))}
        <span className={css.note} style={{ paddingLeft: 16 }}>
          {context.text('index6.risk')}
        </span>
      </Line>
      <div style={{ height: 144 }}>
        <Moving rowHeight={28} fits={5}>
          {rows.map(({ code, name, values: v }) => (
            <Line key={code} columns={columns} height={28} onPick={() => context.go(code)}>
              <span className={css.cut} title={name}>
                {name}
              </span>
              <span className={css.right} style={{ color: (v['imm.gap'] ?? 0) < 0 ? screen.warn : undefined }}>
                <Opens to={context.drill('imm.gap', code)}>{signed(v['imm.gap'])}</Opens>
              </span>
              <span className={css.right}>
                <Opens to={context.drill('imm.density', code)}>{percent(v['imm.density'])}</Opens>
              </span>
              <span className={css.right}>
                <Opens to={context.drill(worstMeasured(v), code)}>{percent(v['lab.antibodyRate'])}</Opens>
              </span>
              <span className={css.right}>
                <Opens to={context.drill('imm.lapsed', code)}>{number(v['imm.lapsed'])}</Opens>
              </span>
              <span className={css.right}>
                <Opens to={context.drill('stress.rate', code)}>{number(v['stress.rate'])}</Opens>
              </span>
              <span className={css.right} style={{ color: (v['lab.positive'] ?? 0) > 0 ? screen.bad : undefined }}>
                <Opens to={context.drill('lab.positive', code)}>{number(v['lab.positive'])}</Opens>
              </span>
              <span className={css.right} style={{ color: (v['inv.open'] ?? 0) > 0 ? screen.bad : undefined }}>
                <Opens to={context.drill('inv.open', code)}>{number(v['inv.open'])}</Opens>
              </span>
              <Risk context={context} values={v} />
            </Line>
          ))}
        </Moving>
      </div>
    </Panel>
  );
}
