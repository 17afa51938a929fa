import { forbidden, notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import { checkPledge, declarePledge, pledgeCandidates } from '#modules/bank/contract/pledge/pledge-calls.ts';
import { consentOf, type Line, lineOf, requireConsent } from '../credit/kernel.ts';
import { headValues, productOf } from '../product/valuation.ts';
import { refuse } from '../refusals.ts';
import { type Judged, judgeAnimals, judgeHerd, takenAmong, wordsOf } from './eligibility.ts';
import { inBank } from './kernel.ts';
import { insertPledge, pledgeRow, putWork, setHeads, stepPledge } from './pledge.row.ts';
import { reserveItems } from './pledge-item.ts';
import { insertCheck } from './rows/pledge-check.ts';

/** A line from whose submission on animals may be declared, for its bank or its client. */
async function openLine(tx: Tx, creditLineId: number): Promise<Line> {
  const line = await lineOf(tx, creditLineId);
  if (!line) throw notFound();
  const mine = tx.scope.principals;
  if (!mine.includes(line.bankId) && !mine.includes(line.principalId)) throw notFound();
  return line;
}
const declarable = ['submitted', 'surveyed', 'reviewing', 'approved', 'effective'];

const verdictOf = (call: Call, one: Judged) => ({
  earTag: one.animal.earTag,
  animalId: one.animal.animalId,
  level: one.codes.length > 0 ? ('refused' as const) : ('ok' as const),
  codes: [...one.codes],
  words: one.codes.length > 0 ? wordsOf(call.say, one) : call.say('bank.eligible.free'),
});

async function declare(call: Call<typeof declarePledge>) {
  const { tx, body, actor } = call;
  const line = await openLine(tx, body.creditLineId);
  if (!declarable.includes(line.status)) throw refuse('lineNotOpen');
  if (tx.scope.principals.includes(line.bankId))
    await requireConsent(tx, { bankId: line.bankId, principalId: line.principalId, scope: 'register' });
  const product = await productOf(tx, line.productId, line.productVersion);
  const judged = await judgeAnimals(tx, body.animalIds, { clientId: line.principalId, product });
  const known = new Map(judged.map((one) => [one.animal.animalId, one]));
  // An animal of somebody else is answered as one that is not there.
  const strange = body.animalIds.filter((id) => !known.has(id) || known.get(id)?.codes.includes('notHere'));
  if (strange.length > 0) throw refuse('notEligible', { why: call.say('bank.eligible.notHere') });
  const fit = judged.filter((one) => one.codes.length === 0);
  if (fit.length === 0) {
    const first = judged[0];
    const code = first?.codes[0] ?? 'notEligible';
    if (['pledgedElsewhere', 'notHeldLong', 'changePending', 'notOwn'].includes(code))
      throw refuse(
        code,
        { n: first?.days ?? 0, owner: first?.owner ?? '' },
        { refused: judged.map((one) => verdictOf(call, one)) },
      );
    throw refuse(
      'notEligible',
      { why: first ? wordsOf(call.say, first) : '' },
      {
        refused: judged.map((one) => verdictOf(call, one)),
      },
    );
  }
  return inBank(tx, async (sys) => {
    const [site] = await sys.query<{
      bankId: number;
      principalId: number;
      supervisorId: number | null;
      regionCode: number;
      status: string;
    }>(
      `select bank_id as "bankId", principal_id as "principalId", supervisor_id as "supervisorId",
         region_code as "regionCode", status from bank.pledge_site where tenant_no = kit.tenant() and id = $1`,
      [body.siteId],
    );
    if (!site || site.bankId !== line.bankId || site.principalId !== line.principalId || site.status === 'closed')
      throw notFound();
    const made = await insertPledge(sys, {
      creditLineId: line.id,
      bankId: line.bankId,
      principalId: line.principalId,
      supervisorId: site.supervisorId,
      siteId: body.siteId,
      regionCode: site.regionCode,
      statement: body.statement.map((one) => ({ ...one, certNo: one.certNo ?? null, note: one.note ?? null })),
      declareFile: body.declareFile,
      by: actor.userId,
    });
    const got = await reserveItems(
      sys,
      {
        pledgeId: made.id,
        regionCode: site.regionCode,
        bankId: line.bankId,
        principalId: line.principalId,
        supervisorId: site.supervisorId,
      },
      fit.map((one) => one.animal),
    );
    const ids = new Set(got.map((one) => one.animalId));
    // Somebody else was quicker: the same word as for one that was pledged yesterday.
    const lost = fit
      .filter((one) => !ids.has(one.animal.animalId))
      .map((one) => ({ ...one, codes: ['pledgedElsewhere'] }));
    const refused = [...judged.filter((one) => one.codes.length > 0), ...lost].map((one) => verdictOf(call, one));
    if (got.length === 0) throw refuse('pledgedElsewhere', {}, { refused });
    await setHeads(sys, made.id, got.length);
    await linkFiles(tx, body.declareFile, 'bank.pledge', made.id);
    await stepPledge(sys, { id: made.id, status: 'draft' }, 'declare', 'declared', actor);
    await putWork(sys, await pledgeRow(sys, made.id), 'survey');
    call.answer.msg = call.say('ok.saved');
    return { id: made.id, docNo: made.docNo, reserved: got.length, refused };
  });
}

/** R4: whatever stands behind it, two words; of the caller's own business, what R15 says. */
async function check(call: Call<typeof checkPledge>) {
  const { tx, body } = call;
  const mine = tx.scope.principals;
  const unit = mine[0];
  if (unit === undefined) throw forbidden();
  const animals = await inBank(tx, (sys) =>
    sys.query<{ id: number; earTag: string; asked: string | null; principalId: number }>(
      `select distinct on (a.id) a.id, a.ear_tag as "earTag", t.tag_no as asked, a.principal_id as "principalId"
       from bank.pledge_animal_seen a
         left join bank.pledge_tag_seen t on t.tenant_no = a.tenant_no and t.animal_id = a.id and t.tag_kind = 'ear'
           and t.tag_no = any ($1)
       where a.tenant_no = kit.tenant() and (t.tag_no is not null or a.id = any ($2))
       order by a.id, t.removed_on nulls first`,
      [body.earTags, body.animalIds],
    ),
  );
  const open = new Map<number, boolean>();
  for (const holder of new Set(animals.map((one) => one.principalId))) {
    const consents = mine.includes(holder)
      ? null
      : await Promise.all(mine.slice(0, 50).map((bank) => consentOf(tx, bank, holder)));
    open.set(holder, consents === null || consents.some((one) => one?.scopes.includes('register') === true));
  }
  // By number in the register only what is the caller's own; a tag on an ear anybody may read.
  const told = animals.filter((one) => one.asked !== null || open.get(one.principalId));
  const taken = await takenAmong(
    tx,
    told.map((one) => one.id),
  );
  const judged = new Map<number, Judged>();
  if (body.productId) {
    const product = await productOf(tx, body.productId);
    for (const [holder, own] of Map.groupBy(told, (one) => one.principalId))
      if (open.get(holder))
        for (const one of await judgeAnimals(
          tx,
          own.map((animal) => animal.id),
          { clientId: holder, product },
        ))
          judged.set(one.animal.animalId, one);
  }
  await insertCheck(tx, {
    unitId: unit,
    productId: body.productId ?? null,
    tags: body.earTags,
    heads: told.length,
    taken: taken.size,
    by: call.actor.userId,
  });
  const found = new Set(told.map((one) => one.asked));
  const plain = (earTag: string, animalId: number | null, code: string | null) => ({
    earTag,
    animalId,
    level: code ? ('refused' as const) : ('ok' as const),
    codes: code ? [code] : [],
    words: call.say(`bank.eligible.${code ?? 'free'}`),
  });
  return [
    ...told.map((one) => {
      const full = judged.get(one.id);
      if (full) return { ...verdictOf(call, full), earTag: one.asked ?? one.earTag };
      const isOwn = open.get(one.principalId) === true;
      return plain(one.asked ?? one.earTag, isOwn ? one.id : null, taken.has(one.id) ? 'pledgedElsewhere' : null);
    }),
    ...body.earTags.filter((tag) => !found.has(tag)).map((tag) => plain(tag, null, 'unknownTag')),
  ];
}

async function candidates(call: Call<typeof pledgeCandidates>) {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const line = await openLine(tx, call.query.creditLineId);
    if (tx.scope.principals.includes(line.bankId))
      await requireConsent(tx, { bankId: line.bankId, principalId: line.principalId, scope: 'register' });
    const product = await productOf(tx, line.productId, line.productVersion);
    const judged = await judgeHerd(tx, { clientId: line.principalId, product });
    const values = await headValues(tx, {
      productId: line.productId,
      productVersion: line.productVersion,
      day: today(),
      animalIds: judged.filter((one) => one.codes.length === 0).map((one) => one.animal.animalId),
    });
    const { sites, client } = await inBank(tx, async (sys) => ({
      sites: await sys.query<{ id: number; name: string; hovelIds: number[] }>(
        `select id, name, hovel_ids as "hovelIds" from bank.pledge_site where tenant_no = kit.tenant() and bank_id = $1
           and principal_id = $2 and status <> 'closed' order by name`,
        [line.bankId, line.principalId],
      ),
      client:
        (await sys.query<{ name: string }>('select registry.principal_name($1) as name', [line.principalId]))[0]
          ?.name ?? '',
    }));
    return {
      creditDocNo: line.docNo,
      client,
      product: product.name,
      approvedAmount: line.approvedAmountCents,
      maxLtv: product.maxLtv,
      minHeads: product.minHeads,
      sites,
      animals: judged.map(({ animal, ...one }) => ({
        animalId: animal.animalId,
        earTag: animal.earTag,
        species: animal.species,
        stage: animal.stage,
        breed: animal.breed,
        ageMonths: animal.ageMonths,
        hovelId: animal.hovelId,
        penNo: animal.penNo,
        codes: [...one.codes],
        words: wordsOf(call.say, one),
        value: values.get(animal.animalId)?.cents ?? null,
      })),
    };
  });
}

export const declareRoutes = (): Route[] => [
  serve('bank', declarePledge, declare),
  serve('bank', checkPledge, check),
  serve('bank', pledgeCandidates, candidates),
];
