import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { databaseSettings, superuserLogin } from '#db/settings.ts';

/**
 * Changes one sealed row of the operation log behind the product's back, to show that the check finds it; `--undo` puts
 * everything right again. Never outside the demo.
 */
if (process.env.NODE_ENV === 'production') throw new Error('Only a demo world is tampered with');
const { values } = parseArgs({ options: { undo: { type: 'boolean', default: false } } });
const mark = ' *';
const db = new Client(superuserLogin(databaseSettings()));
await db.connect();
await db.query('begin');
await db.query('alter table kit.oper_log disable trigger refuse_change');
const { rows } = values.undo
  ? await db.query(
      'update kit.oper_log set entity_name = left(entity_name, -length($1)) where tenant_no = 1505 and right(entity_name, length($1)) = $1 returning id',
      [mark],
    )
  : await db.query<{ id: string; day: string; seal: string }>(
      `update kit.oper_log l set entity_name = l.entity_name || $1 from (
         select o.id, o.happened_at, s.id as seal from kit.oper_log o join kit.audit_seal s on s.tenant_no = o.tenant_no and s.log_name = 'oper' and s.row_ids @> o.id
         where o.tenant_no = 1505 and o.action = 'edit' and o.happened_at < date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'
         order by o.happened_at desc limit 1) c
       where l.tenant_no = 1505 and l.id = c.id and l.happened_at = c.happened_at
       returning l.id, to_char(l.happened_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, c.seal`,
      [mark],
    );
await db.query('alter table kit.oper_log enable trigger refuse_change');
await db.query('commit');
await db.end();
const [row] = rows;
if (values.undo) console.log(`${rows.length} rows are as they were`);
else if (!row) throw new Error('There is no sealed row to change: load the demo first (npm run demo)');
else {
  console.log(JSON.stringify({ log: 'oper', rowId: Number(row.id), sealId: Number(row.seal), day: row.day }));
  console.log('Now run the check over that day at /system/auditIntegrity.');
}
