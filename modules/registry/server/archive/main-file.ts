import { invalid, notFound } from '#kit/contract/errors.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import {
  archiveOrder,
  archiveParts,
  mainFilePrint,
  mainFileTabs,
} from '#modules/registry/contract/archive/main-file.ts';
import { countsOf, partsOf } from './parts.ts';

/** Two years and a day: a book of more is several books. */
const mostDays = 731;

export const mainFileRoutes = (): Route[] => [
  serve('registry', mainFileTabs, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const { id } = call.params;
      const seen = await tx.query('select 1 from registry.principal where id = $1', [id]);
      if (seen.length === 0) throw notFound();
      const answers: { key: string; count: number }[] = [];
      for (const [key, count] of countsOf()) answers.push({ key, count: await count(tx, id) });
      return answers;
    }),
  ),
  serve('registry', mainFilePrint, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const { from, to } = call.query;
      const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
      if (days < 0 || days > mostDays) throw invalid([{ field: 'to', key: 'registry.farmArchive.period' }]);
      const [unit] = await tx.query<{ name: string; type: string; farmCode: string | null; regionCode: number }>(
        `select principal_unit_name as name, principal_unit_type as type, farm_code as "farmCode", region_code as "regionCode" from registry.principal where id = $1`,
        [call.params.id],
      );
      if (!unit) throw notFound();
      const ask = { principalId: call.params.id, from, to, language: call.language, say: call.say };
      const parts = [];
      for (const key of archiveOrder) {
        const rows = [];
        for (const part of partsOf(key)) rows.push(...(await part(tx, ask)));
        const width = archiveParts[key].length;
        parts.push({
          key,
          columns: [...archiveParts[key]],
          rows: rows.map((row) => Array.from({ length: width }, (_, at) => String(row[at] ?? ''))),
        });
      }
      return {
        name: unit.name,
        typeName: lookups().dictLabel('principal_type', unit.type, call.actor.tenantNo, call.language) ?? unit.type,
        farmCode: unit.farmCode,
        regionName: lookups().regionName(unit.regionCode, call.language) ?? '',
        from,
        to,
        parts,
      };
    }),
  ),
];
