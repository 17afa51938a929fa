import { notFound, wrongState } from '#kit/contract/errors.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { findRow, insertRow } from '#kit/server/resource/write.ts';
import { addObjection, decideObjection } from '#modules/bank/contract/pledge/pledge-calls.ts';
import { pledge } from '#modules/bank/contract/pledge/pledge-file.ts';
import { pledgeObjection } from '#modules/bank/contract/pledge/pledge-item.ts';
import { refuse } from '../refusals.ts';
import { inBank } from './kernel.ts';
import { pledgeRow, putWork, setHeads } from './pledge.row.ts';
import { endItems, itemsOf } from './pledge-item.ts';
import { setFinding } from './rows/pledge-objection.ts';

/** R18: while the notice hangs, and until the contract, anybody may object to the bank or the station. */
async function add(call: Call<typeof addObjection>) {
  const { tx, body } = call;
  const row = await findRow(call, pledge, body.pledgeId, true);
  if (!['declared', 'surveyed', 'verified', 'published'].includes(row.status))
    throw wrongState(String(row.statusName ?? row.status), 'bank.pledgeObjection._title');
  const animals = await inBank(tx, (sys) => itemsOf(sys, { pledgeId: row.id }, ['reserved']));
  const named = animals.filter((one) => body.earTags.includes(one.earTag));
  if (named.length < new Set(body.earTags).size) throw refuse('notInPledge');
  const { objectorName, text, receivedOn } = body;
  const made = await insertRow(
    call,
    pledgeObjection,
    { objectorName, objectorPhone: body.objectorPhone ?? null, text, receivedOn },
    {
      pledgeId: row.id,
      bankId: row.bankId,
      regionCode: row.regionCode,
      animalIds: named.map((one) => one.animalId),
    },
  );
  await inBank(tx, async (sys) => putWork(sys, await pledgeRow(sys, row.id), 'objection'));
  call.answer.msg = call.say('ok.saved');
  return { id: made.id };
}

/** An upheld one takes its animals out; one that names none takes out all, and the pledge with them. */
async function decide(call: Call<typeof decideObjection>) {
  const { tx, body, actor } = call;
  const row = await findRow(call, pledgeObjection, body.id, true);
  if (row.status !== 'open') throw wrongState(String(row.statusName ?? row.status), 'bank.pledgeObjection._decide');
  return inBank(tx, async (sys) => {
    const head = await pledgeRow(sys, row.pledgeId, true);
    if (!['declared', 'surveyed', 'verified', 'published'].includes(head.status)) throw notFound();
    const animalIds = row.animalIds as number[];
    const items = body.isUpheld
      ? await itemsOf(
          sys,
          animalIds.length > 0 ? { pledgeId: head.id, animalIds } : { pledgeId: head.id },
          ['reserved'],
          true,
        )
      : [];
    await endItems(
      sys,
      items.map((one) => one.id),
      'dropped',
      'objection',
    );
    await setFinding(sys, row.id, body.isUpheld ? 'upheld' : 'rejected', body.finding, actor.userId);
    if (items.length > 0)
      await setHeads(sys, head.id, (await itemsOf(sys, { pledgeId: head.id }, ['reserved'])).length);
    await putWork(
      sys,
      head,
      head.status === 'published' ? 'contract' : head.status === 'verified' ? 'publish' : 'survey',
    );
    call.answer.msg = call.say('ok.done');
    return { dropped: items.length };
  });
}

export const objectionRoutes = (): Route[] => [
  ...serveResource(pledgeObjection)({
    expressions: {
      tags: `(select string_agg(i.ear_tag, ' ' order by i.ear_tag) from bank.pledge_item i
        where i.tenant_no = t.tenant_no and i.pledge_id = t.pledge_id and t.animal_ids @> to_jsonb(i.animal_id))`,
    },
  }),
  serve('bank', addObjection, add),
  serve('bank', decideObjection, decide),
];
