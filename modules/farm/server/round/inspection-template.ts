import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { inspectionTemplate } from '#modules/farm/contract/round/inspection.ts';

export const templateRoutes = (): Route[] => serveResource(inspectionTemplate)();
