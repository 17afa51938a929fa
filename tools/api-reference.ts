// Pages of the API reference, made from the same declarations that the server answers by; written anew before every build of the docs.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#db/settings.ts';
import { describeApi, type Json } from '#kit/server/http/openapi.ts';
import { modules } from '#modules/index.contract.ts';

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly what: Json;
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const api = describeApi(modules, version);
const folder = join(root, 'docs/api');

const code = (text: unknown) => `\`${String(text).replaceAll('|', '\\|')}\``;

function typeOf(schema: Json | undefined): string {
  if (!schema) return '';
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) ?? '';
  if (Array.isArray(schema.enum)) return schema.enum.map(String).join(', ');
  const any = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (any) return [...new Set(any.map(typeOf))].filter(Boolean).join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items as Json)}`;
  return [schema.type].flat().filter(Boolean).join(' or ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}

function bodyRows(what: Json): string[][] {
  const content = (what.requestBody as Json | undefined)?.content as Record<string, Json> | undefined;
  const schema = Object.values(content ?? {})[0]?.schema as Json | undefined;
  const required = new Set((schema?.required ?? []) as string[]);
  return Object.entries((schema?.properties ?? {}) as Record<string, Json>).map(([name, one]) => [
    code(name),
    'body',
    typeOf(one) || '–',
    required.has(name) ? 'yes' : '',
  ]);
}

function operationText({ path, method, what }: Operation): string[] {
  const parameters = ((what.parameters ?? []) as Json[]).map((one) => [
    code(one.name),
    String(one.in),
    typeOf(one.schema as Json) || '–',
    one.required ? 'yes' : '',
  ]);
  const rights = (what['x-permission'] ?? []) as string[];
  const access = rights.length > 0 ? `Needs ${rights.map(code).join(' or ')}.` : `Access: ${String(what['x-access'])}.`;
  return [
    `### ${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
    '',
    [what.summary, access].filter(Boolean).join(' — '),
    '',
    ...table(['name', 'in', 'type', 'required'], [...parameters, ...bodyRows(what)]),
  ];
}

const operations: Operation[] = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, what]) => ({ path, method, what })),
);
const moduleOf = (one: Operation) => String((one.what.tags as string[] | undefined)?.[0]);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const counts = modules.map(({ name }) => {
  const own = operations.filter((one) => moduleOf(one) === name);
  const text = [`# ${name}`, '', `${own.length} calls of the module.`, '', ...own.flatMap(operationText)];
  writeFileSync(join(folder, `${name}.md`), `${text.join('\n')}\n`);
  return [`[${name}](./${name})`, String(own.length)];
});
writeFileSync(
  join(folder, 'index.md'),
  [
    '# API reference',
    '',
    `Version ${version}, ${operations.length} calls, made from the declarations the server answers by. A running server gives the whole as OpenAPI 3.1 at \`GET /api/sys/openapi\` (to`,
    'those who keep menus or parameters), and draws it under 用户菜单 → 接口文档.',
    '',
    'Every answer is `{ code, msg, data, traceId }`; success is `code` 200, and clients decide by `code` alone. Log in with `POST /api/sys/auth/login` and send the token as the',
    'header `Authorization`, alone. A call that changes something may carry an idempotency key, so that repeating it does no harm.',
    '',
    ...table(['module', 'calls'], counts),
  ].join('\n'),
);
if (operations.length !== counts.reduce((sum, [, n]) => sum + Number(n), 0))
  throw new Error('a call belongs to no module');
console.log(`${operations.length} calls of ${modules.length} modules written to docs/api`);
