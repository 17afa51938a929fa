import { notFound, wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call } from '#kit/server/http/call.ts';
import { definePaper, makePaper } from '#kit/server/paper/paper.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import type { printPrescription } from '#modules/cure/contract/prescription/prescription.ts';
import { keepPaper } from './prescription.ts';

interface Printed {
  readonly docNo: string;
  readonly unit: string;
  readonly prescriber: string;
  /** Of a controlled medicine. */
  readonly second: string | null;
  readonly holder: string;
  readonly place: string;
  readonly species: string;
  readonly animals: string;
  readonly diagnosis: string;
  readonly issuedAt: string;
  readonly validUntil: string;
  readonly meatUntil: string;
  readonly contentHash: string;
  readonly remark: string | null;
  readonly lines: readonly PrintedLine[];
}
interface PrintedLine {
  readonly name: string;
  readonly strength: string;
  readonly route: string;
  readonly dose: number;
  readonly unit: string;
  readonly times: number;
  readonly days: number;
  readonly total: number;
  readonly meatDays: number;
  readonly reason: string | null;
}

const own = 'cure.prescription';
const line = 'cure.prescriptionLine';

/** 处方笺: what the chemist and the holder hold in their hands. */
const sheetPaper = definePaper<Printed>({
  name: 'cure.prescription',
  entity: own,
  title: (_, say) => say('cure.prescriptionPaper.title'),
  draw: (sheet, data, say) => {
    const reasons = data.lines.filter((one) => one.reason).map((one) => `${one.name}：${one.reason}`);
    sheet
      .title(say('cure.prescriptionPaper.title'), `${data.unit} · ${data.docNo}`)
      .facts([
        [say(`${own}.principalId`), `${data.holder} · ${data.place}`],
        [say(`${own}.species`), data.species],
        [say(`${own}.animals`), data.animals],
        [say(`${own}.diagnosisTagId`), data.diagnosis],
        [say(`${own}.issuedAt`), data.issuedAt],
        [say(`${own}.validUntil`), data.validUntil],
      ])
      .table(
        [
          { label: say(`${line}.medicineId`), width: 2.8 },
          { label: say(`${line}.route`) },
          { label: say(`${line}.dose`), align: 'right', width: 1.4 },
          { label: say('cure.prescriptionPaper.course'), width: 2.2 },
          { label: say(`${line}.totalQty`), align: 'right' },
          { label: say('cure.prescriptionPaper.waiting'), align: 'right' },
        ],
        data.lines.map((one) => [
          `${one.name} ${one.strength}`,
          one.route,
          `${one.dose} ${one.unit}`,
          say('cure.prescriptionPaper.timesAndDays', { times: one.times, days: one.days }),
          `${one.total} ${one.unit}`,
          say('cure.prescriptionPaper.days', { n: one.meatDays }),
        ]),
      )
      .paragraph(say('cure.prescriptionPaper.until', { date: data.meatUntil }));
    if (reasons.length > 0) sheet.heading(say(`${line}.reason`)).paragraph(reasons.join('；'));
    if (data.remark) sheet.heading(say('kit.remark')).paragraph(data.remark);
    sheet
      .paragraph(say('cure.prescriptionPaper.hash', { hash: data.contentHash }))
      .signatures([
        `${say(`${own}._sign_prescriber`)}：${data.prescriber}`,
        ...(data.second ? [`${say(`${own}.secondBy`)}：${data.second}`] : []),
        say(`${own}._sign_dispenser`),
      ]);
  },
  // Whose animals they are stays on the paper.
  facts: (data, say) => [
    { label: say(`${own}.unitId`), value: data.unit },
    { label: say(`${own}.issuedAt`), value: data.issuedAt },
    { label: say(`${own}.validUntil`), value: data.validUntil },
    { label: say(`${own}.medicines`), value: data.lines.map((one) => one.name).join('、') },
    { label: say(`${own}.contentHash`), value: data.contentHash },
  ],
});

interface Stored extends Omit<Printed, 'place' | 'contentHash'> {
  readonly contentHash: string | null;
  readonly regionCode: number;
  readonly status: string;
  readonly paper: number[] | null;
}

const storedSql = `select p.doc_no as "docNo", p.status, p.paper, p.region_code as "regionCode", p.species, p.remark,
    coalesce(u.name, '') as unit, coalesce(x.staff_name, '') as prescriber,
    (select s.staff_name from cure.practitioner s where s.id = p.second_by) as second,
    coalesce(registry.principal_name(p.principal_id), '') as holder,
    coalesce(g.name_zh, '') as diagnosis, p.content_hash as "contentHash",
    to_char(p.issued_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as "issuedAt",
    to_char(p.valid_until, 'YYYY-MM-DD') as "validUntil", to_char(p.meat_until, 'YYYY-MM-DD') as "meatUntil",
    coalesce((select string_agg(a.ear_tag || coalesce(' (' || n.weight_kg::float8 || ' kg)', ''),
    '、' order by n.line_no)
      from cure.prescription_animal n join cure.animal_seen a on a.id = n.animal_id where n.parent_id = p.id),
      p.untagged_head::text, '') as animals,
    coalesce((select jsonb_agg(jsonb_build_object('name', m.generic_name, 'strength', m.strength, 'route', l.route,
        'dose', l.dose::float8, 'unit', l.dose_unit, 'times', l.times_per_day, 'days', l.days,
        'total', l.total_qty::float8, 'meatDays', coalesce(l.meat_days, 0), 'reason', l.reason) order by l.line_no)
      from cure.prescription_line l join cure.medicine m on m.id = l.medicine_id
    where l.parent_id = p.id), '[]') as lines
  from cure.prescription p left join cure.unit_seen u on u.id = p.unit_id
    left join cure.practitioner x on x.id = p.prescriber_id left join cure.cure_tag g on g.id = p.diagnosis_tag_id
  where p.id = $1`;

/** R46: the signed sheet as a file, made once; the same file ever after. */
export async function paperOf(tx: Tx, call: Pick<Call, 'actor' | 'language' | 'say'>, id: number): Promise<number> {
  const [row] = await tx.query<Stored>(storedSql, [id]);
  if (!row) throw notFound();
  const [made] = row.paper ?? [];
  if (made) return made;
  if (!row.contentHash) throw wrongState(`${own}._${row.status}`, 'cure.prescriptionPage.paper');
  const { tenantNo } = call.actor;
  const name = (dict: string, value: string) => lookups().dictLabel(dict, value, tenantNo, call.language) ?? value;
  const data: Printed = {
    ...row,
    contentHash: row.contentHash,
    place: lookups().regionName(row.regionCode, call.language) ?? '',
    species: name('species', row.species),
    lines: row.lines.map((one) => ({
      ...one,
      route: name('drug_route', one.route),
      unit: name('unit', one.unit),
    })),
  };
  // Whoever may read the sheet may have it printed, also who may not write it.
  return inTenant(tx, tenantNo, 'printSheet', async (all) => {
    const { fileId } = await makePaper(all, sheetPaper, {
      id,
      docNo: row.docNo,
      data,
      language: call.language,
      say: call.say,
    });
    await keepPaper(all, id, fileId);
    return fileId;
  });
}

export const print = async (call: Call<typeof printPrescription>) => ({
  fileId: await paperOf(call.tx, call, call.body.id),
});
