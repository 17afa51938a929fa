import { type Route, serve } from '#kit/server/http/call.ts';
import { findBank } from '#modules/bank/contract/board/board.ts';

interface Found {
  readonly kind: 'line' | 'pledge' | 'client';
  readonly id: number;
  readonly name: string;
}

/** A credit line, a pledge or a client by its number, its name or the registry's number; what the caller may open and sees. */
export const findRoutes = (): Route[] => [
  serve('bank', findBank, async (call) => {
    const may = (permission: string) => call.actor.actions.has(permission);
    const words = call.query.words.replace(/[\\%_]/g, (sign) => `\\${sign}`);
    const [found] = await call.database.read<[Found]>(call.actor.scope, {
      text: `select * from (select 'client' as kind, c.id, c.client_name || ' ' || c.client_no as name
            from bank.bank_client c
            where $2 and c.tenant_no = kit.tenant()
              and (c.client_name like '%' || $1 || '%' or c.client_no ilike $1 || '%')
            order by c.id limit 5) c
          union all select * from (select 'line', l.id, l.doc_no || ' ' || c.client_name from bank.credit_line l
            join bank.bank_client c on c.tenant_no = l.tenant_no and c.id = l.client_id
            where $3 and l.tenant_no = kit.tenant() and (l.doc_no ilike $1 || '%' or l.contract_no ilike $1 || '%')
            order by l.id desc limit 5) l
          union all select * from (select 'pledge', p.id, p.doc_no || coalesce(' ' || p.registry_no, '')
          from bank.pledge p
            where $4 and p.tenant_no = kit.tenant()
              and (p.doc_no ilike $1 || '%' or p.registry_no ilike $1 || '%' or p.contract_no ilike $1 || '%')
            order by p.id desc limit 5) p`,
      values: [words, may('bank:client:view'), may('bank:credit:view'), may('bank:pledge:view')],
    });
    return found;
  }),
];
