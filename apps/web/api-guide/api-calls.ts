import type { Json } from './schema-rows.ts';

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

export interface ApiCall {
  readonly id: string;
  readonly module: string;
  readonly method: string;
  readonly path: string;
  readonly access: string;
  readonly permissions: readonly string[];
  readonly action: string | undefined;
  readonly parameters: readonly Json[];
  readonly body: Json | undefined;
  readonly data: Json | undefined;
  readonly isFile: boolean;
}

/** The document's calls, one by one. */
export function callsOf(document: ApiDocument): ApiCall[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]): ApiCall => {
      const answer = contentOf((one.responses as Record<string, Json>)['200']);
      const parts = (answer['application/json']?.schema as Json | undefined)?.allOf as Json[] | undefined;
      const request = Object.values(contentOf(one.requestBody as Json | undefined))[0];
      return {
        id: `${method} ${path}`,
        module: (one.tags as string[])[0] ?? '',
        method: method.toUpperCase(),
        path,
        access: one['x-access'] as string,
        permissions: (one['x-permission'] as string[] | undefined) ?? [],
        action: one['x-action'] as string | undefined,
        parameters: (one.parameters as Json[] | undefined) ?? [],
        body: request?.schema as Json | undefined,
        data: (parts?.[1]?.properties as Record<string, Json> | undefined)?.data,
        isFile: 'application/octet-stream' in answer,
      };
    }),
  );
}

const contentOf = (holder: Json | undefined) => (holder?.content ?? {}) as Record<string, Json>;

/** Every word must occur in path, permission or module. */
export function findCalls(calls: readonly ApiCall[], words: string): ApiCall[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return calls.filter((one) => {
    const text = [one.method, one.path, one.module, ...one.permissions].join(' ').toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
