import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { needs } from '#kit/contract/permission.ts';

/** Every call of the product as OpenAPI 3.1, bare and not in the envelope: tools read it as it is. */
export const openApi = endpoint({
  method: 'GET',
  path: 'sys/openapi',
  access: needs('sys:menu:list', 'sys:param:list'),
  data: z.null(),
  download: true,
});
