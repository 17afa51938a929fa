// A worker of the drill `due`: the clock of the product with one kind of item, whose work is a row.
import { pino } from 'pino';
import { appLogin, databaseSettings } from '#db/settings.ts';
import { Database } from '#kit/server/db/database.ts';
import { registerDue, startDue } from '#kit/server/due/due.ts';

registerDue('drill', async (tx, { ref, dueAt }) => {
  await tx.query('insert into public.drill_done (tenant_no, ref, due_at) values ($1, $2, $3)', [
    tx.scope.tenantNo,
    ref,
    dueAt,
  ]);
});
startDue(new Database(appLogin(databaseSettings(process.env.MULIAN_DB)), { max: 2 }), pino({ level: 'silent' }));
