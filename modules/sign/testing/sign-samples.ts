import { photo } from '#apps/server/testing/sample-files.ts';
import type { Sample } from '#apps/server/testing/samples.ts';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import type { World } from '#apps/server/testing/world.ts';
import { categoryOf, dayFromNow, freshRange, numbersAt, unitOf } from './fixtures.ts';

const name = 'sign_master';
/** Counties that have no pool in the demo. */
const elsewhere = [150402, 150403, 150404, 150421, 150422, 150423, 150424, 150425, 150426, 150428, 150429, 150430];
let serial = 0;
const next = () => {
  serial += 1;
  return `T${serial}`;
};

/** Holds every permission at the county: no one account of the demo may do everything. */
const person = async (world: World) => {
  const known = await world.sql('select 1 from platform.sys_user where username = $1', [name]);
  if (known.length === 0) await makeMaster(world, name, 'sign1');
  return world.person(await openSession(world, name));
};
const base = { keeper: 'sign1', person, stranger: 'bank1' } as const;
const kindOf = async (world: World, kind: string): Promise<number> => {
  const [row] = await world.sql<{ id: number }>(
    'select id from sign.sign_doc_category where tenant_no = 1505 and kind = $1',
    [kind],
  );
  return row?.id as number;
};
const one = async (world: World, text: string, values: unknown[]) =>
  (await world.sql<{ id: number; version: number }>(`${text} returning id, version`, values))[0] as {
    id: number;
    version: number;
  };
const county = async (world: World) => ({ principalId: await unitOf(world, 'sign1'), staffId: null });
const stationUnit = (world: World) => unitOf(world, 'kzzq_station');

async function heldLines(world: World, n = 100) {
  const range = await numbersAt(world, n, await county(world), 'stock');
  return [
    {
      categoryId: await categoryOf(world),
      codeFrom: String(range.from),
      codeTo: String(range.to),
      count: n,
      packNo: null,
      remark: null,
    },
  ];
}

/** Two people and a photo. */
async function burnt(world: World, bizType: string) {
  const bytes = await photo('jpeg', undefined, 40, 40);
  const file = await world.upload(await person(world), 'sys/file/upload', bytes, { bizType }, 'a.jpg');
  return {
    destroyedOn: dayFromNow(0),
    destroyMethod: 'burn',
    destroyBy: '甲',
    destroyWitness: '乙',
    destroyPhotos: [file.data.fileId],
  };
}

export const samples: Record<string, Sample> = {
  'sign.signCategory': {
    ...base,
    form: async () => ({
      code: next(),
      name: '试验标',
      nameTw: null,
      nameEn: null,
      scheme: 'cn.eartag',
      speciesDigit: 2,
      species: ['cattle'],
      medium: 'qr',
      purpose: 'official',
      insurerId: null,
      colour: null,
      digits: 15,
      perBag: 100,
      bagsPerBox: 20,
      shelfMonths: null,
      price: 85,
      materialId: null,
      photo: [],
      orderNum: 9,
    }),
    wrong: { medium: 'noSuchMedium' },
  },
  'sign.signDocCategory': {
    ...base,
    form: async () => ({
      docType: 'stockOut',
      code: next(),
      name: '试验',
      nameTw: null,
      nameEn: null,
      kind: 'sample',
      approvalLevels: 0,
      needSign: true,
      needPhoto: false,
      orderNum: 99,
    }),
    wrong: { kind: 'noSuchKind' },
  },
  'sign.signRule': {
    ...base,
    form: async () => {
      serial += 1;
      return {
        code: 'recoverDays',
        regionCode: 150521000000,
        categoryId: null,
        value: 9,
        validFrom: dayFromNow(-1000 - serial),
        remark: null,
      };
    },
    wrong: { code: 'noSuchRule' },
  },
  'sign.tagNumberPool': {
    ...base,
    form: async () => {
      serial += 1;
      return {
        scheme: 'insure.tag',
        speciesDigit: 2,
        countyCode: (elsewhere[serial % elsewhere.length] ?? 150402) * 1_000_000,
        mode: 'auto',
        nextSerial: 1,
        lastSerial: 99_999_999,
        reservedText: '1-500',
        legacyUntil: null,
      };
    },
    wrong: { mode: 'noSuchMode' },
  },
  'sign.tagSegment': {
    ...base,
    form: async () => ({}),
    make: async (world) => {
      const range = await numbersAt(world, 100, await county(world), 'stock');
      const [row] = await world.sql<{ id: number; version: number }>(
        'select id, version from sign.tag_segment where code_from <= $1 and code_to >= $1',
        [range.from],
      );
      return row as { id: number; version: number };
    },
    wrong: {},
  },
  'sign.tagHold': {
    ...base,
    form: async (world) => {
      const range = await numbersAt(world, 100, await county(world), 'stock');
      return { codeFrom: range.from, codeTo: range.to, reason: 'quality', text: '锁扣断裂', until: null };
    },
    wrong: { reason: 'noSuchReason' },
  },
  'sign.signProcurement': {
    ...base,
    form: async (world) => ({
      docCategoryId: await kindOf(world, 'annual'),
      year: 2026,
      needBy: dayFromNow(30),
      reason: '补充',
      files: [],
      lines: [{ categoryId: await categoryOf(world), countyCode: 150521000000, applied: 200, remark: null }],
    }),
    ready: async (world, transition, id) => {
      const states: Record<string, string> = {
        withdraw: 'submitted',
        audit: 'submitted',
        produce: 'approved',
        closeShort: 'shipping',
        cancel: 'approved',
      };
      await world.sql(
        'update sign.sign_procurement set status = $2, supplier_id = $3, submitted_by = null where id = $1',
        [id, states[transition] ?? 'draft', await unitOf(world, 'sign1')],
      );
    },
    wrong: { year: 1900 },
  },
  'sign.tagShipment': {
    ...base,
    form: async (world) => {
      const unit = await unitOf(world, 'sign1');
      const row = await one(
        world,
        `insert into sign.sign_procurement (tenant_no, region_code, doc_no, doc_category_id, applicant_id, year, deliver_to, need_by, supplier_id, seen_by_supplier, status)
         values (1505, 150521000000, $1, $2, $3, 2026, $3, current_date, $3, $3, 'producing')`,
        [`EP-${next()}`, await kindOf(world, 'annual'), unit],
      );
      return { procurementId: row.id, carrier: '物流', waybill: null, remark: null };
    },
    ready: async (world, _transition, id) => {
      const unit = await unitOf(world, 'sign1');
      const range = await numbersAt(world, 100, { principalId: unit, staffId: null }, 'stock');
      await world.sql(
        `update sign.tag_segment set place = 'produced', counter_id = principal_id where code_from = $1`,
        [range.from],
      );
      await world.sql(
        `insert into sign.tag_pack (tenant_no, region_code, pack_no, level, scheme, category_id, code_from, code_to, count, shipment_id)
         values (1505, 150521000000, $1, 'box', 'cn.eartag', $2, $3, $4, 100, $5)`,
        [`X-${next()}`, await categoryOf(world), range.from, range.to, id],
      );
    },
    wrong: { carrier: 'x'.repeat(100) },
  },
  'sign.signReceiving': {
    ...base,
    form: async () => ({}),
    make: async (world) => {
      const unit = await unitOf(world, 'sign1');
      return one(
        world,
        `insert into sign.sign_receiving (tenant_no, region_code, doc_no, source_type, source_id, source_no, from_principal_id, to_principal_id, count, sent_on, due_on)
         values (1505, 150521000000, $1, 'stockOut', 0, 'T', $2, $2, 100, current_date, current_date)`,
        [`ER-${next()}`, unit],
      );
    },
    wrong: {},
  },
  'sign.signStorage': {
    ...base,
    form: async (world) => {
      const range = await numbersAt(world, 100, await county(world), 'received');
      return {
        procurementId: null,
        receivingIds: [],
        depotId: null,
        shelf: 'A1',
        countedBoxes: 1,
        countedBags: 1,
        remark: null,
        lines: [
          {
            categoryId: await categoryOf(world),
            codeFrom: String(range.from),
            codeTo: String(range.to),
            count: 100,
            packNo: null,
            result: 'ok',
            reason: null,
            remark: null,
          },
        ],
      };
    },
    ready: async (world, transition, id) => {
      if (transition !== 'void') return;
      const lines = await world.sql<{ lo: string }>(
        'select code_from as lo from sign.sign_storage_line where parent_id = $1',
        [id],
      );
      await world.sql(`update sign.tag_segment set place = 'stock' where code_from = any ($1)`, [
        lines.map((line) => Number(line.lo)),
      ]);
      await world.sql(
        `update sign.sign_storage set status = 'stored', stored_on = (now() at time zone 'Asia/Shanghai')::date, keeper_id = (select id from platform.sys_user where username = $2) where id = $1`,
        [id, name],
      );
    },
    wrong: { shelf: 'x'.repeat(100) },
  },
  'sign.signStockOut': {
    ...base,
    form: async (world) => ({
      docCategoryId: await kindOf(world, 'issueUnit'),
      toPrincipalId: await stationUnit(world),
      toStaffId: null,
      reason: null,
      crossCounty: false,
      handSign: [],
      lines: await heldLines(world),
    }),
    line: async (world) => (await heldLines(world))[0] as Record<string, unknown>,
    ready: async (world, transition, id) => {
      const states: Record<string, string> = { prepare: 'requested', approve: 'pending', deny: 'pending' };
      if (states[transition])
        await world.sql('update sign.sign_stock_out set status = $2 where id = $1', [id, states[transition]]);
      if (transition === 'cancel') {
        await world.sql(`update sign.sign_stock_out set status = 'issued' where id = $1`, [id]);
        const [line] = await world.sql<{ lo: string }>(
          'select code_from as lo from sign.sign_stock_out_line where parent_id = $1',
          [id],
        );
        await world.sql(
          `update sign.tag_segment set place = 'inTransit', principal_id = $2, counter_id = $3 where code_from = $1`,
          [Number(line?.lo), await stationUnit(world), await unitOf(world, 'sign1')],
        );
      }
    },
    wrong: { reason: 'x'.repeat(400) },
  },
  'sign.signScrap': {
    ...base,
    form: async (world) => ({
      kind: 'lost',
      happenedOn: dayFromNow(-1),
      happenedAt: null,
      witness: '王五',
      photos: [],
      policeNo: 'J-1',
      liable: null,
      lines: await heldLines(world, 20),
    }),
    line: async (world) => (await heldLines(world, 20))[0] as Record<string, unknown>,
    ready: async (world, transition, id) => {
      const states: Record<string, string> = {
        check: 'submitted',
        approve: 'checked',
        sendBack: 'submitted',
        find: 'approved',
        destroy: 'approved',
      };
      if (!states[transition]) return;
      await world.sql('update sign.sign_scrap set status = $2, created_by = null, kind = $3 where id = $1', [
        id,
        states[transition],
        transition === 'destroy' ? 'damaged' : 'lost',
      ]);
      const [line] = await world.sql<{ lo: string }>(
        'select code_from as lo from sign.sign_scrap_line where parent_id = $1',
        [id],
      );
      const place = transition === 'find' ? 'lost' : transition === 'destroy' ? 'scrapped' : 'scrapPending';
      await world.sql(
        `update sign.tag_segment set place = $2, principal_id = case when $2 = 'lost' then null else principal_id end where code_from = $1`,
        [Number(line?.lo), place],
      );
    },
    inputs: { destroy: (world) => burnt(world, 'sign.signScrap') },
    wrong: { kind: 'noSuchKind' },
  },
  'sign.signRecovery': {
    ...base,
    form: async () => ({ kind: 'worn', bagNo: `FQ-${next()}`, reason: 'slaughter', unreadable: 0, remark: null }),
    ready: async (world, transition, id) => {
      const states: Record<string, string> = {
        seal: 'open',
        unseal: 'sealed',
        hand: 'sealed',
        receive: 'handed',
        destroy: 'received',
      };
      await world.sql('update sign.sign_recovery set status = $2, to_principal_id = from_principal_id where id = $1', [
        id,
        states[transition] ?? 'open',
      ]);
      if (transition === 'seal')
        await world.sql(
          `insert into sign.sign_recovery_line (tenant_no, parent_id, line_no, category_id, code_from, code_to, count) values (1505, $1, 1, $2, $3, $3, 1)`,
          [id, await categoryOf(world), String(freshRange(1).from)],
        );
    },
    inputs: { destroy: (world) => burnt(world, 'sign.signRecovery') },
    wrong: { reason: 'noSuchReason' },
  },
  'sign.signStocktake': {
    ...base,
    form: async (world) => ({ principalId: await unitOf(world, 'sign1'), staffId: null, witness: null, remark: null }),
    ready: async (world, _transition, id) => {
      await world.sql(`update sign.sign_stocktake set status = 'counted' where id = $1`, [id]);
    },
    wrong: { witness: 'x'.repeat(100) },
  },
  'sign.signAlert': {
    ...base,
    form: async () => ({}),
    make: async (world) => {
      const [row] = await world.sql<{ id: number; version: number }>(
        `select id, version from platform.alarm where source = 'sign' limit 1`,
      );
      return row as { id: number; version: number };
    },
    wrong: {},
  },
};
