import { within } from '#kit/contract/region.ts';
import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { Opens } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { type Box, Panel } from '#kit/web/screen/panel.tsx';
import { Bar, Line, Ticker } from '#kit/web/screen/rows.tsx';
import css from '#kit/web/screen/screen.module.css';
import type { PulseKind } from '#modules/prevention/contract/screens/screen.ts';
import { useAlarmName } from '../alarm-name.ts';
import { coverageColour, pulseColours } from '../colours.ts';
import { Facts, factsHeight } from '../facts.tsx';
import { roomIn } from '../overview/common.ts';
import type { ScreenContext } from '../screen-frame.tsx';

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
function rowsOf(context: ScreenContext): Row[] {
  const { permits, region, at } = context.data;
  const shown = (['prevention', 'stock'] as const).flatMap((layer) => (permits.includes(layer) ? kindsOf[layer] : []));
  const placeOf = (code: number) => region.children.find((one) => within(code, one.code))?.name ?? region.name;
  const told = context.news
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
  const listed = context.rows<Omit<Row, 'key'>>('R1').map((one) => ({ ...one, key: `${one.kind} ${one.id}` }));
  return [...told, ...listed];
}

function recordOf(context: ScreenContext, { kind, id, what }: Row): string {
  if (kind === 'visit' && id !== null) return `/ant/preventionMange/visitDetail?id=${id}`;
  if (kind === 'stressDeath') return context.list('/ant/preventionMange/stressRelatedDeaths', { outcome: 'died' });
  if (kind === 'positive')
    return context.list('/ant/collection/sampleResult', { conclusion: 'positive', status: 'released' });
  if (kind === 'alert')
    return context.list('/ant/preventionMange/alert', { isOpen: 'true', ...(what !== null && { kind: what }) });
  if (kind === 'tagWear') return context.list('/ant/animalProtection/hangTag');
  return kind === 'census' ? context.list('/ant/censusManage/herds') : context.list('/ant/preventionMange/logs');
}

/** R1: what happens, as it happens. */
export function NewsPanel({ context, at }: { readonly context: ScreenContext; readonly at: Box }) {
  const alarmName = useAlarmName();
  const language = useLanguage();
  const rows = rowsOf(context).slice(0, Math.floor(roomIn(at) / 29));
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
    if (kind === 'alert' && what) return alarmName(what);
    if (kind === 'positive' && what) return context.disease(what);
    return context.text('indexNew.heads', { n });
  };
  return (
    <Panel id="R1" at={at} title={context.text('indexNew.news')} isEmpty={rows.length === 0}>
      <Ticker
        rows={rows}
        columns={language === 'en' ? '10px 62px 1fr 84px 50px' : '10px 36px 1fr 84px 50px'}
        keyOf={(row) => row.key}
        cells={(row) => (
          <>
            <span style={{ width: 10, height: 10, borderRadius: 5, background: pulseColours[row.kind] }} />
            <span>
              <Opens to={recordOf(context, row)}>{context.text(`indexNew.kind.${row.kind}`)}</Opens>
            </span>
            <span title={row.place}>{row.place}</span>
            <span className={css.right} title={said(row)}>
              <Opens to={recordOf(context, row)}>{said(row)}</Opens>
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
export function DiseasePanel({ context, at }: { readonly context: ScreenContext; readonly at: Box }) {
  const { number, percent } = useNumbers();
  const v = context.data.values;
  const actions = context.rows<Action>('actions');
  const antibodies = context.rows<{ disease: string; rate: number | null; samples: number }>('antibodies');
  const fits = Math.floor((roomIn(at) - factsHeight - 44) / 36);
  const [worst] = antibodies;
  return (
    <Panel id="R3" at={at} title={context.text('indexNew.disease')}>
      <Facts
        facts={[
          {
            name: context.text('indexNew.open'),
            value: v['inv.open'],
            code: 'inv.open',
            colour: (v['inv.open'] ?? 0) > 0 ? screen.bad : undefined,
            to: context.drill('inv.open'),
          },
          {
            name: context.text('indexNew.positive'),
            value: v['lab.positive'],
            code: 'lab.positive',
            to: context.drill('lab.positive'),
          },
          {
            name: context.text('indexNew.antibody'),
            value: worst?.rate ?? null,
            as: 'percent',
            code: 'lab.antibodyRate',
            to: worst ? context.opens('antibodies', worst, 'rate') : null,
          },
        ]}
      />
      {actions.length > 0 && <div className={css.note}>{context.text('indexNew.progress')}</div>}
      {actions.slice(0, Math.max(1, fits - Math.min(3, antibodies.length))).map((one) => (
        <Line key={one.id} columns="92px 1fr 76px 52px">
          <span className={css.cut} title={context.disease(one.disease)}>
            <Opens to={`/ant/investigation/actionDetail?id=${one.id}`}>{context.disease(one.disease)}</Opens>
          </span>
          <span className={`${css.cut} ${css.soft}`}>{one.place}</span>
          <Bar share={one.points > 0 ? one.reviewed / one.points : 0} colour={screen.warn} />
          <span className={css.right}>
            <Opens to={context.opens('actions', one, 'reviewed')}>{number(one.reviewed)}</Opens>/
            <Opens to={context.opens('actions', one, 'points')}>{number(one.points)}</Opens>
          </span>
        </Line>
      ))}
      {antibodies.length > 0 && <div className={css.note}>{context.text('indexNew.antibodyLine')}</div>}
      {antibodies.slice(0, 3).map((one) => (
        <Line key={one.disease} columns="92px 1fr 62px">
          <span className={css.cut} title={context.disease(one.disease)}>
            {context.disease(one.disease)}
          </span>
          <Bar share={one.rate} colour={coverageColour(one.rate)} mark={0.7} />
          <span className={css.right}>
            <Opens to={context.opens('antibodies', one, 'rate')}>{percent(one.rate)}</Opens>
          </span>
        </Line>
      ))}
    </Panel>
  );
}
