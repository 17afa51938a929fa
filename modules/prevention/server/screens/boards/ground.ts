import { levelOf } from '#kit/contract/region.ts';
import type { PulseKind, ScreenRow, ScreenValues } from '#modules/prevention/contract/screens/screen.ts';
import { addDays } from '#modules/prevention/contract/visit/judge.ts';
import { diseasesIn } from '../../season/diseases.ts';
import { alerts, attendance, campaign, reactions, sumsHere } from '../figures.ts';
import type { Drawn, Frame } from '../frame.ts';
import { farmPins, happenings, lights, photos, spots } from '../happenings.ts';
import { heads } from '../heads.ts';
import { coverageOn, type Past, stockOn } from '../playback.ts';
import { signals } from '../signals.ts';
import { companies, farms } from '../units.ts';
import { grants, overviewHeadline } from './overview.ts';

const workKinds: readonly PulseKind[] = ['visit', 'stressDeath', 'positive', 'alert'];
const stockKinds: readonly PulseKind[] = ['tagWear', 'census'];

/** B: heads done on every day of twelve months. */
async function yearOfWork(frame: Frame): Promise<ScreenRow[]> {
  const from = addDays(frame.today, -364);
  const done = await sumsHere(frame, 'prevention.immune', { from, to: frame.today, first: '*', byDay: true });
  return [...Map.groupBy(done.rows(frame.code), (one) => one.day)]
    .map(([day, rows]) => ({ day, n: rows.reduce((sum, one) => sum + one.n, 0) }))
    .toSorted((a, b) => a.day.localeCompare(b.day));
}

async function diseasesNow(frame: Frame, here: ScreenValues): Promise<ScreenRow[]> {
  const { season, tx } = frame;
  const names = season ? await diseasesIn(tx, 'zh_CN', season.id) : [];
  return names.map(({ code }) => ({
    disease: code,
    coverage: here[`imm.coverage.${code}`] ?? null,
    due: here[`imm.due.${code}`] ?? 0,
    done: here[`imm.done.${code}`] ?? 0,
    target: (season?.target ?? 100) / 100,
  }));
}

/** 防疫 and 风险; a day gone by changes coverage alone. */
async function workLayer(frame: Frame, isPast: boolean) {
  const work = await campaign(frame);
  const out = await attendance(frame);
  const stress = await reactions(frame);
  const signs = await signals(frame, work, stress);
  const open = await alerts(frame, 20);
  const past: Past | null = isPast ? await coverageOn(frame) : null;
  const of = (code: number): ScreenValues => ({
    ...work.of(code),
    ...out(code),
    ...stress(code),
    ...signs.of(code),
    ...past?.of(code),
  });
  return {
    of,
    signs,
    open,
    rows: {
      diseases: past?.diseases ?? (await diseasesNow(frame, of(frame.code))),
      actions: signs.actions,
      antibodies: signs.antibodies.map((one) => ({ ...one })),
      B: await yearOfWork(frame),
      ...(!isPast && { lights: await lights(frame) }),
    },
  };
}

/** 养殖场, 视频 and 企业. */
async function unitLayers(frame: Frame) {
  const { may } = grants(frame);
  const farm = may('farm') ? await farms(frame) : null;
  const cameras = may('farm') ? await spots(frame) : null;
  const company = may('company') ? await companies(frame, 200) : null;
  return {
    of: (code: number): ScreenValues => ({ ...farm?.of(code), ...cameras?.of(code), ...company?.of(code) }),
    rows: {
      ...(farm && { sizes: farm.rows, farmPins: await farmPins(frame) }),
      ...(cameras && { spots: cameras.rows, photos: await photos(frame, 12) }),
      ...(company && { types: company.rows, companyPins: levelOf(frame.code) < 3 ? [] : company.newest }),
    },
  };
}

/** /ant/screen/indexNew: what is happening on the ground, today or on a day that is played back. */
export async function drawGround(frame: Frame): Promise<Drawn> {
  const { may, work: seesWork, stock: seesStock } = grants(frame);
  const isPast = frame.on < frame.today;
  const work = seesWork ? await workLayer(frame, isPast) : null;
  const stock = seesStock ? (await heads(frame)).of : null;
  const before = seesStock && isPast ? await stockOn(frame) : null;
  const units = await unitLayers(frame);
  const of = (code: number): ScreenValues => ({
    ...work?.of(code),
    ...stock?.(code),
    ...before?.(code),
    ...units.of(code),
  });
  const values = { ...of(frame.code), ...(work && { 'alert.open': work.open.n }) };
  const children = new Map(frame.children.map((code) => [code, of(code)]));
  const shown = [...(seesWork ? workKinds : []), ...(seesStock ? stockKinds : [])];
  return {
    values,
    children,
    headline: overviewHeadline(frame, values, children, { open: work?.open.rows ?? [], signs: work?.signs ?? null }),
    rows: {
      on: [{ day: frame.on }],
      ...work?.rows,
      ...units.rows,
      ...(shown.length > 0 && { R1: await happenings(frame, shown, 30) }),
    },
    permits: [
      ...(seesWork ? ['prevention', 'risk', 'R3', 'B'] : []),
      ...(seesStock ? ['stock'] : []),
      ...(may('farm') ? ['farms', 'video', 'R2'] : []),
      ...(may('company') ? ['companies'] : []),
      ...(shown.length > 0 ? ['R1'] : []),
    ],
  };
}
