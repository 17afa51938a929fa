import type { DataOf } from '#kit/contract/endpoint.ts';
import { AppError, tooOften } from '#kit/contract/errors.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { countVisit } from '#kit/server/http/visitors.ts';
import type { PaperFact } from '#kit/server/paper/paper.ts';
import { verifyPaper } from '#modules/platform/contract/file/papers.ts';
import { publicConfig } from '../tenant/config-routes.ts';

const mostAMinute = 30;
const nobody = systemScope(0, 'verifyPaper');

interface Found {
  tenant_no: number;
  code: string;
  doc_no: string;
  title: string;
  facts: PaperFact[];
  content_hash: string;
  file_hash: string;
  issued_at: string;
  voided_at: string | null;
  void_reason: string | null;
}

/** As somebody reads it out or types it: dashes and small letters, and letters that look like digits. */
const asPrinted = (code: string) =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

export const paperRoutes = (): Route[] => [
  serve('platform', verifyPaper, async (call) => {
    const { code, hash } = call.query;
    // Another cell is asked only after home, which has counted the visitor already.
    const [[cell]] = await call.database.read<[{ isHome: boolean }]>(nobody, {
      text: 'select kit.is_here(0) as "isHome"',
      values: [],
    });
    if (cell?.isHome) {
      const { asked } = await countVisit(call.database, 'platform.paper', call.ip);
      if (asked > mostAMinute) throw tooOften(1);
    }
    const [[found]] = await call.database.read<[Found]>(nobody, {
      text: 'select * from kit.verify_paper($1, $2)',
      values: [code ? asPrinted(code) : null, hash ?? null],
    });
    if (!found) throw new AppError(404, 'platform.paper.unknown');
    const config = await publicConfig(call.database, found.tenant_no);
    const state: DataOf<typeof verifyPaper>['state'] = hash
      ? hash === found.file_hash
        ? 'genuine'
        : 'changed'
      : 'issued';
    return {
      state,
      title: found.title,
      docNo: found.doc_no,
      code: found.code,
      contentHash: found.content_hash.slice(0, 16),
      facts: found.facts,
      issuedAt: found.issued_at,
      voidedAt: found.voided_at,
      voidReason: found.void_reason,
      tenantTitle: config.find((one) => one.configCode === 'sys_title')?.names?.[call.language] ?? '',
    };
  }),
];
