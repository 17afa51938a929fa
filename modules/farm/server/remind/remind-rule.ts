import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { remindRule } from '#modules/farm/contract/remind/remind.ts';

export const ruleRoutes = (): Route[] => serveResource(remindRule)();
