import { notFound } from '#kit/contract/errors.ts';
import type { Call } from '#kit/server/http/call.ts';
import type { animalCare, TreatedBefore } from '#modules/cure/contract/treatment/animal-care.ts';
import { withdrawalUntil } from '../withdrawal/animal-withdrawal.ts';

interface Lifted {
  readonly on: string;
  readonly by: string | null;
  readonly reason: string | null;
}
interface Ordered {
  readonly id: number;
  readonly docNo: string;
  readonly issuedAt: string | null;
  readonly diagnosis: string | null;
  readonly medicines: string;
  readonly meatUntil: string | null;
  readonly status: string;
}

/** R68: the animal's page shows the date every guard asks for. */
export const careOf = (call: Call<typeof animalCare>) =>
  call.database.transaction(call.actor.scope, async (tx) => {
    const { animalId } = call.query;
    const [known] = await tx.query('select 1 from cure.animal_seen where id = $1', [animalId]);
    if (!known) throw notFound();
    const [block] = await withdrawalUntil(tx, [animalId]);
    const treatments = await tx.query<TreatedBefore>(
      `select t.id, t.doc_no as "docNo", to_char(t.treated_on, 'YYYY-MM-DD') as on, t.cause, g.name_zh as diagnosis,
         t.medicines, t.lots, s.name as person, to_char(t.meat_until, 'YYYY-MM-DD') as "meatUntil",
         t.status = 'voided' as "isVoided"
       from cure.treatment_animal x join cure.treatment t on t.id = x.treatment_id
         left join cure.cure_tag g on g.id = t.diagnosis_tag_id left join cure.staff_seen s on s.id = t.staff_id
       where x.tenant_no = kit.tenant() and x.animal_id = $1 order by t.treated_on desc, t.id desc limit 100`,
      [animalId],
    );
    const sheets = await tx.query<Ordered>(
      `select p.id, p.doc_no as "docNo", p.issued_at as "issuedAt", g.name_zh as diagnosis, p.medicines,
         to_char(p.meat_until, 'YYYY-MM-DD') as "meatUntil", p.status
       from cure.prescription_animal x join cure.prescription p on p.id = x.parent_id and p.status <> 'draft'
         left join cure.cure_tag g on g.id = p.diagnosis_tag_id
       where x.tenant_no = kit.tenant() and x.animal_id = $1 order by p.id desc limit 50`,
      [animalId],
    );
    const [lifted] = await tx.query<Lifted>(
      `select to_char(w.lifted_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as on, u.name as by,
         w.lift_reason as reason
       from cure.animal_withdrawal w left join cure.user_seen u on u.id = w.lifted_by
       where w.tenant_no = kit.tenant() and w.animal_id = $1 and w.status = 'lifted'
         and w.lifted_at > now() - interval '90 days' order by w.lifted_at desc limit 1`,
      [animalId],
    );
    return {
      until: block?.until ?? null,
      milkUntil: block?.milkUntil ?? null,
      medicines: block?.medicines ?? null,
      sourceNo: block?.sourceNo ?? null,
      byGroup: block?.byGroup ?? false,
      lifted: lifted ?? null,
      treatments,
      sheets,
    };
  });
