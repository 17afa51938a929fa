import { openApi } from '#modules/platform/contract/integration/openapi.ts';

/** Any of these opens the guide: the ones the description itself asks for. */
export const apiReaders: readonly string[] = typeof openApi.access === 'object' ? openApi.access.any : [];
