import { addDays } from '../visit/judge.ts';
import { list, type Make, pages, record, some } from './screen-drill.ts';

/* The rest */

const companies = list(pages.companies, 'ant/enterprise/list', ({ regionCode }, of) => ({
  regionCode,
  ...some(of, 'principalUnitType'),
}));
const cameras = list(pages.cameras, 'ant/videoSpot/list', ({ regionCode }) => ({ regionCode }));
const lab =
  (field: string, scale = 1): Make =>
  ({ regionCode, rounds }, { disease = '' }) => {
    const seasonId = rounds?.[disease];
    const query = { regionCode, diseaseCode: disease, ...(seasonId && { seasonId }) };
    return { page: pages.antibodies, query, proof: { stat: 'ant/stat/lab', query, read: `total.${field}`, scale } };
  };
const labTarget: Make = (at, of) => {
  const { page, query } = lab('rate')(at, of);
  return { page, query, proof: { stat: 'ant/stat/lab', query, read: 'facts.target', scale: 100 } };
};
const measured: Make = (at, of) => ({
  ...lab('rate')(at, of),
  proof: {
    stat: 'ant/stat/lab',
    query: lab('rate')(at, of).query,
    read: { rows: 'total', sum: ['qualified', 'unqualified'] },
  },
});
const points = list(pages.points, 'ant/investigationInfo/list', (_, of) => some(of, 'actionId'));
const depot = list(pages.depot, 'pri/depot/stock/list', ({ regionCode }, of) => ({
  regionCode,
  ...some(of, 'materialId'),
}));

/** Figures of companies, cameras, the laboratory, investigations and stores. */
export const unitDrills: Readonly<Record<string, Make>> = {
  'ent.count': companies('rows'),
  'ent.shown': companies('rows', { filter: { showFlag: 'true' } }),
  'ent.heads': record(pages.holder, 'ant/household', ['cattle']),
  'video.all': cameras('rows'),
  'video.online': cameras('rows', { filter: { status: 'enabled' } }),
  'lab.antibodyRate': lab('rate', 100),
  'lab.measured': measured,
  'lab.target': labTarget,
  'lab.positive': list(pages.results, 'ant/sampleResult/list', ({ regionCode, today }) => ({
    regionCode,
    status: 'released',
    conclusion: 'positive',
    testedOnFrom: addDays(today, -364),
  }))(),
  'inv.open': list(pages.actions, 'ant/investigationAction/list', ({ regionCode }) => ({
    regionCode,
    status: 'issued,ongoing',
  }))(),
  'inv.points': points('rows'),
  'inv.reviewed': points('rows', { filter: { status: 'reviewed' } }),
  'vac.held': depot(['qty']),
  'vac.expiring': depot(['qty'], { filter: { daysLeftTo: 30 } }),
};
