import { refusal } from '#kit/contract/errors.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { animalWithdrawal, checkWithdrawal } from '#modules/cure/contract/withdrawal/animal-withdrawal.ts';
import { animalsByTags } from '#modules/registry/server/index.ts';
import { withdrawalUntil } from './animal-withdrawal.ts';

export const withdrawalRoutes = (): Route[] => [
  ...serveResource(animalWithdrawal)({
    expressions: {
      daysLeft: `greatest(t.meat_until - (now() at time zone 'Asia/Shanghai')::date + 1, 0)`,
      liftedByName: '(select u.name from cure.user_seen u where u.id = t.lifted_by)',
    },
    before: {
      transition: async (call, move, row) => {
        const { file, reason } = (move.form ?? {}) as { file: number[]; reason: string };
        // R66: never the person who treated or prescribed.
        const [own] = await call.tx.query<{ by: number | null }>(
          'select treated_by as by from cure.animal_withdrawal where id = $1',
          [row.id],
        );
        if (own?.by === call.actor.userId) throw refusal('needSecond', 'cure.refusal.needSecond');
        return {
          liftedBy: call.actor.userId,
          liftedAt: new Date().toISOString(),
          liftFile: file,
          liftReason: reason,
        };
      },
    },
  }),
  serve('cure', checkWithdrawal, async (call) => {
    const { tags, on = today() } = call.body;
    return call.database.transaction(call.actor.scope, async (tx) => {
      const wanted = [...new Set(tags)];
      const whole = wanted.filter((tag) => tag.length === 15);
      const found = new Map((await animalsByTags(tx, 'ear', whole)).map((one) => [one.tag, one.animalId]));
      // The last digits, as people read them aloud.
      for (const tag of wanted.filter((one) => one.length < 15 && /^\d+$/.test(one))) {
        const rows = await tx.query<{ id: number }>(
          `select id from cure.animal_seen where tenant_no = kit.tenant() and tag_back >= $1 and tag_back < $2 limit 2`,
          backRange(tag),
        );
        if (rows.length === 1 && rows[0]) found.set(tag, rows[0].id);
      }
      const ids = [...new Set(found.values())];
      const blocked = new Map((await withdrawalUntil(tx, ids, on)).map((one) => [one.animalId, one]));
      const animals = new Map(
        (
          await tx.query<{ id: number; earTag: string; species: string; holder: string }>(
            `select a.id, a.ear_tag as "earTag", a.species, u.name as holder from cure.animal_seen a
             left join cure.unit_seen u on u.id = a.principal_id where a.id = any ($1)`,
            [ids],
          )
        ).map((one) => [one.id, one]),
      );
      return wanted.map((tag) => {
        const animal = animals.get(found.get(tag) ?? 0);
        const block = animal && blocked.get(animal.id);
        return {
          tag: animal?.earTag ?? tag,
          animalId: animal?.id ?? null,
          holder: animal?.holder ?? null,
          species: animal?.species ?? null,
          known: animal !== undefined,
          free: animal !== undefined && block === undefined,
          until: block?.until ?? null,
          milkUntil: block?.milkUntil ?? null,
          medicines: block?.medicines ?? null,
          sourceType: block?.sourceType ?? null,
          sourceId: block?.sourceId ?? null,
          sourceNo: block?.sourceNo ?? null,
          byGroup: block?.byGroup ?? false,
        };
      });
    });
  }),
];

/** The numbers that end with these digits, as a range of the number read backwards. */
export function backRange(suffix: string): [number, number] {
  const back = Number([...suffix].reverse().join(''));
  const width = 10 ** (15 - suffix.length);
  return [back * width, (back + 1) * width];
}
