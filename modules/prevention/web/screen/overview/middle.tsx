import { useState } from 'react';
import { Opens, Tile, Tiles } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import { Line, Moving } from '#kit/web/screen/rows.tsx';
import css from '#kit/web/screen/screen.module.css';
import { Switch } from '#kit/web/screen/switch.tsx';
import type { ScreenValues } from '#modules/prevention/contract/screen.ts';
import { CoverageTile } from '../coverage-tile.tsx';
import { type Layer, layers, marksOf } from '../layers.ts';
import { ScreenHeadline, type Seen } from '../screen-frame.tsx';
import { ScreenMap } from '../screen-map.tsx';
import { partsOf } from './common.ts';
import { Risk } from './risk.tsx';

const may = (seen: Seen, panel: string) => seen.data.permits.includes(panel);

/** K: as many of the four tiles as the reader may see. */
export function Strip({ seen }: { readonly seen: Seen }) {
  const { number } = useNumbers();
  const v = seen.data.values;
  const [worst] = seen.rows<{ disease: string; rate: number; samples: number }>('antibodies');
  return (
    <Panel id="K" at={[488, 104, 944, 120]}>
      <Tiles>
        {may(seen, 'stock') && (
          <Tile
            name={seen.text('index6.total')}
            value={v['stock.total']}
            code="stock.total"
            note={['cattle', 'sheep', 'goat'].map((one, at) => (
              <span key={one}>
                {at > 0 && ' · '}
                <Opens to={seen.drill(`stock.${one}`)}>
                  {seen.species(one)} {number(v[`stock.${one}`])}
                </Opens>
              </span>
            ))}
            to={seen.drill('stock.total')}
          />
        )}
        {may(seen, 'work') && (
          <>
            <CoverageTile seen={seen} />
            <Tile
              name={seen.text('index6.antibody')}
              value={worst?.rate ?? null}
              as="percent"
              code="lab.antibodyRate"
              note={
                worst &&
                seen.text('index6.samplesOf', { disease: seen.disease(worst.disease), n: number(worst.samples) })
              }
              to={worst ? seen.opens('antibodies', worst, 'rate') : null}
            />
            <Tile
              name={seen.text('index6.alerts')}
              value={v['alert.open']}
              code="alert.open"
              colour={(v['alert.open'] ?? 0) > 0 ? screen.warn : undefined}
              note={
                <Opens to={seen.drill('inv.open')}>{seen.text('index6.actions', { n: number(v['inv.open']) })}</Opens>
              }
              to={seen.drill('alert.open')}
            />
          </>
        )}
        {!may(seen, 'stock') && !may(seen, 'work') && <UnitTiles seen={seen} />}
      </Tiles>
    </Panel>
  );
}

/** Who sees farms or companies alone would have an empty strip. */
function UnitTiles({ seen }: { readonly seen: Seen }) {
  const v = seen.data.values;
  return (
    <>
      {may(seen, 'R4') && (
        <Tile
          name={seen.text('index6.farms')}
          value={v['farm.count']}
          code="farm.count"
          to={seen.drill('farm.count')}
        />
      )}
      {may(seen, 'L4') && (
        <Tile
          name={seen.text('index6.companies')}
          value={v['ent.count']}
          code="ent.count"
          to={seen.drill('ent.count')}
        />
      )}
    </>
  );
}

/** M: the layers the reader's permissions give, the first of them first. */
export function MapPanel({ seen }: { readonly seen: Seen }) {
  const numbers = useNumbers();
  const open = layers.filter((one) => one.on.some((panel) => may(seen, panel)));
  const [chosen, setChosen] = useState<Layer['name'] | null>(null);
  const layer = open.find((one) => one.name === chosen) ?? open[0];
  const height = may(seen, 'B') ? 574 : 816;
  if (!layer) return null;
  const shown = layer.show(seen, numbers);
  return (
    <Panel id="M" at={[488, 240, 944, height]} title={<ScreenHeadline data={seen.data} />} bare>
      <ScreenMap seen={seen} width={942} height={height - 44} marks={marksOf(seen)} {...shown} />
      <div style={{ position: 'absolute', right: 16, top: 4 }}>
        <Switch<Layer['name']>
          label={seen.text('index6.layer')}
          value={layer.name}
          options={open.map(({ name }) => ({ value: name, label: seen.text(`index6.layers.${name}`) }))}
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
export function RiskPanel({ seen }: { readonly seen: Seen }) {
  const { number, percent, signed } = useNumbers();
  const rows = partsOf(seen)
    .filter((one) => (one.values['imm.due'] ?? 0) > 0 || (one.values.risk ?? 0) > 0)
    .toSorted((a, b) => (b.values.risk ?? 0) - (a.values.risk ?? 0));
  return (
    <Panel id="B" at={[488, 830, 944, 226]} title={seen.text('index6.watch')} isEmpty={rows.length === 0}>
      <Line columns={columns} height={26}>
        <span className={css.note}>{seen.text('index6.region')}</span>
        {names.map((name) => (
          <span key={name} className={`${css.note} ${css.right} ${css.cut}`} title={seen.text(`index6.column.${name}`)}>
            {seen.text(`index6.column.${name}`)}
          </span>
        ))}
        <span className={css.note} style={{ paddingLeft: 16 }}>
          {seen.text('index6.risk')}
        </span>
      </Line>
      <div style={{ height: 144 }}>
        <Moving rowHeight={28} fits={5}>
          {rows.map(({ code, name, values: v }) => (
            <Line key={code} columns={columns} height={28} onPick={() => seen.go(code)}>
              <span className={css.cut} title={name}>
                {name}
              </span>
              <span className={css.right} style={{ color: (v['imm.gap'] ?? 0) < 0 ? screen.warn : undefined }}>
                <Opens to={seen.drill('imm.gap', code)}>{signed(v['imm.gap'])}</Opens>
              </span>
              <span className={css.right}>
                <Opens to={seen.drill('imm.density', code)}>{percent(v['imm.density'])}</Opens>
              </span>
              <span className={css.right}>
                <Opens to={seen.drill(worstMeasured(v), code)}>{percent(v['lab.antibodyRate'])}</Opens>
              </span>
              <span className={css.right}>
                <Opens to={seen.drill('imm.lapsed', code)}>{number(v['imm.lapsed'])}</Opens>
              </span>
              <span className={css.right}>
                <Opens to={seen.drill('stress.rate', code)}>{number(v['stress.rate'])}</Opens>
              </span>
              <span className={css.right} style={{ color: (v['lab.positive'] ?? 0) > 0 ? screen.bad : undefined }}>
                <Opens to={seen.drill('lab.positive', code)}>{number(v['lab.positive'])}</Opens>
              </span>
              <span className={css.right} style={{ color: (v['inv.open'] ?? 0) > 0 ? screen.bad : undefined }}>
                <Opens to={seen.drill('inv.open', code)}>{number(v['inv.open'])}</Opens>
              </span>
              <Risk seen={seen} values={v} />
            </Line>
          ))}
        </Moving>
      </div>
    </Panel>
  );
}
