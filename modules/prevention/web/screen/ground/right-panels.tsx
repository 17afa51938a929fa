import { within } from '#kit/contract/region.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { Opens } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { type Box, Panel } from '#kit/web/screen/panel.tsx';
import { Bar, Line, Ticker } from '#kit/web/screen/rows.tsx';
import css from '#kit/web/screen/screen.module.css';
import type { PulseKind } from '#modules/prevention/contract/screen.ts';
import { coverageColour, pulseColours } from '../colours.ts';
import { Facts, factsHeight } from '../facts.tsx';
import { roomIn } from '../overview/common.ts';
import type { Seen } from '../screen-frame.tsx';

interface Row {
  readonly key: string;
  readonly kind: PulseKind;
  readonly id: number | null;
  readonly at: string;
  readonly place: string;
  readonly n: number;
  readonly what: string | null;
}

const kindsOf: Readonly<Record<'prevention' | 'stock', readonly PulseKind[]>> = {
  prevention: ['visit', 'stressDeath', 'positive', 'alert'],
  stock: ['tagWear', 'census'],
};

/** What the server has listed, and before it what was told since. */
function rowsOf(seen: Seen): Row[] {
  const { permits, region, at } = seen.data;
  const shown = (['prevention', 'stock'] as const).flatMap((layer) => (permits.includes(layer) ? kindsOf[layer] : []));
  const placeOf = (code: number) => region.children.find((one) => within(code, one.code))?.name ?? region.name;
  const told = seen.news
    .filter((one) => one.at > at && shown.includes(one.kind))
    .map((one) => ({
      key: `news ${one.key}`,
      kind: one.kind,
      id: null,
      at: one.at,
      place: placeOf(one.regionCode),
      n: one.count,
      what: null,
    }));
  const listed = seen.rows<Omit<Row, 'key'>>('R1').map((one) => ({ ...one, key: `${one.kind} ${one.id}` }));
  return [...told, ...listed];
}

function recordOf(seen: Seen, { kind, id, what }: Row): string {
  if (kind === 'visit' && id !== null) return `/ant/preventionMange/visitDetail?id=${id}`;
  if (kind === 'stressDeath') return seen.list('/ant/preventionMange/stressRelatedDeaths', { outcome: 'died' });
  if (kind === 'positive')
    return seen.list('/ant/collection/sampleResult', { conclusion: 'positive', status: 'released' });
  if (kind === 'alert')
    return seen.list('/ant/preventionMange/alert', { isOpen: 'true', ...(what !== null && { kind: what }) });
  if (kind === 'tagWear') return seen.list('/ant/animalProtection/hangTag');
  return kind === 'census' ? seen.list('/ant/censusManage/herds') : seen.list('/ant/preventionMange/logs');
}

/** R1: what happens, as it happens. */
export function NewsPanel({ seen, at }: { readonly seen: Seen; readonly at: Box }) {
  const t = useT();
  const language = useLanguage();
  const rows = rowsOf(seen).slice(0, Math.floor(roomIn(at) / 29));
  const told = (when: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai', ...options }).format(when);
  const dayOf = (when: Date) => told(when, { month: '2-digit', day: '2-digit' });
  // Today's by the hour, older ones by the day.
  const clock = (at: string) => {
    const when = new Date(at);
    return dayOf(when) === dayOf(new Date())
      ? told(when, { hour: '2-digit', minute: '2-digit', hour12: false })
      : dayOf(when);
  };
  const said = ({ kind, n, what }: Row) => {
    if (kind === 'alert' && what) return t.any(`prevention.alarmKind.${what}.name`);
    if (kind === 'positive' && what) return seen.disease(what);
    return seen.text('indexNew.heads', { n });
  };
  return (
    <Panel id="R1" at={at} title={seen.text('indexNew.news')} isEmpty={rows.length === 0}>
      <Ticker
        rows={rows}
        columns={language === 'en' ? '10px 62px 1fr 84px 50px' : '10px 36px 1fr 84px 50px'}
        keyOf={(row) => row.key}
        cells={(row) => (
          <>
            <span style={{ width: 10, height: 10, borderRadius: 5, background: pulseColours[row.kind] }} />
            <span>
              <Opens to={recordOf(seen, row)}>{seen.text(`indexNew.kind.${row.kind}`)}</Opens>
            </span>
            <span title={row.place}>{row.place}</span>
            <span className={css.right} title={said(row)}>
              <Opens to={recordOf(seen, row)}>{said(row)}</Opens>
            </span>
            <span className={`${css.right} ${css.soft}`}>{clock(row.at)}</span>
          </>
        )}
      />
    </Panel>
  );
}

interface Action {
  readonly id: number;
  readonly type: string;
  readonly disease: string;
  readonly place: string;
  readonly points: number;
  readonly reviewed: number;
}

/** R3: what was found, what is looked into, and whether the shots took. */
export function DiseasePanel({ seen, at }: { readonly seen: Seen; readonly at: Box }) {
  const { number, percent } = useNumbers();
  const v = seen.data.values;
  const actions = seen.rows<Action>('actions');
  const antibodies = seen.rows<{ disease: string; rate: number | null; samples: number }>('antibodies');
  const fits = Math.floor((roomIn(at) - factsHeight - 44) / 36);
  const [worst] = antibodies;
  return (
    <Panel id="R3" at={at} title={seen.text('indexNew.disease')}>
      <Facts
        facts={[
          {
            name: seen.text('indexNew.open'),
            value: v['inv.open'],
            code: 'inv.open',
            colour: (v['inv.open'] ?? 0) > 0 ? screen.bad : undefined,
            to: seen.drill('inv.open'),
          },
          {
            name: seen.text('indexNew.positive'),
            value: v['lab.positive'],
            code: 'lab.positive',
            to: seen.drill('lab.positive'),
          },
          {
            name: seen.text('indexNew.antibody'),
            value: worst?.rate ?? null,
            as: 'percent',
            code: 'lab.antibodyRate',
            to: worst ? seen.opens('antibodies', worst, 'rate') : null,
          },
        ]}
      />
      {actions.length > 0 && <div className={css.note}>{seen.text('indexNew.progress')}</div>}
      {actions.slice(0, Math.max(1, fits - Math.min(3, antibodies.length))).map((one) => (
        <Line key={one.id} columns="92px 1fr 76px 52px">
          <span className={css.cut} title={seen.disease(one.disease)}>
            <Opens to={`/ant/investigation/actionDetail?id=${one.id}`}>{seen.disease(one.disease)}</Opens>
          </span>
          <span className={`${css.cut} ${css.soft}`}>{one.place}</span>
          <Bar share={one.points > 0 ? one.reviewed / one.points : 0} colour={screen.warn} />
          <span className={css.right}>
            <Opens to={seen.opens('actions', one, 'reviewed')}>{number(one.reviewed)}</Opens>/
            <Opens to={seen.opens('actions', one, 'points')}>{number(one.points)}</Opens>
          </span>
        </Line>
      ))}
      {antibodies.length > 0 && <div className={css.note}>{seen.text('indexNew.antibodyLine')}</div>}
      {antibodies.slice(0, 3).map((one) => (
        <Line key={one.disease} columns="92px 1fr 62px">
          <span className={css.cut} title={seen.disease(one.disease)}>
            {seen.disease(one.disease)}
          </span>
          <Bar share={one.rate} colour={coverageColour(one.rate)} mark={0.7} />
          <span className={css.right}>
            <Opens to={seen.opens('antibodies', one, 'rate')}>{percent(one.rate)}</Opens>
          </span>
        </Line>
      ))}
    </Panel>
  );
}
