// Adds `sendFile` to what an answer can do.
import type {} from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';

/** Who may show a page of ours inside theirs, by what its address says; the own site always may. */
export type FrameOrigins = (
  database: Database,
  query: Readonly<Record<string, string | undefined>>,
) => Promise<readonly string[]>;

const origin = /^https?:\/\/[\w.-]+(:\d+)?$/;

/** The origins in a text that people wrote, by blanks or commas; what is none is left out. */
export const originsIn = (text: string): string[] => text.split(/[\s,]+/).filter((one) => origin.test(one));

/** Serves the pages' entry under an address of its own, without a redirect: who may frame it is said of that address. */
export function serveFramed(app: FastifyInstance, path: string, database: Database, originsOf: FrameOrigins): void {
  app.get<{ Querystring: Record<string, string | undefined> }>(path, async (request, reply) => {
    const origins = originsIn((await originsOf(database, request.query)).join(' '));
    const policy = String(reply.getHeader('content-security-policy'));
    reply.removeHeader('x-frame-options');
    reply.header(
      'content-security-policy',
      policy.replace("frame-ancestors 'none'", ["frame-ancestors 'self'", ...origins].join(' ')),
    );
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
