import { Readable } from 'node:stream';
import { type Route, serve } from '#kit/server/http/call.ts';
import { apiDocument } from '#kit/server/http/openapi.ts';
import { openApi } from '#modules/platform/contract/integration/openapi.ts';

export const openApiRoutes = (): Route[] => [
  serve('platform', openApi, async (call) => {
    call.answer.file = {
      stream: Readable.from([apiDocument()]),
      type: 'application/vnd.oai.openapi+json; charset=utf-8',
      name: 'mulian-openapi.json',
      inline: true,
    };
    return null;
  }),
];
