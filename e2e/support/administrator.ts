import { type APIResponse, expect, request, test } from '@playwright/test';
import { account } from './accounts.ts';
import { openSession } from './sessions.ts';

export interface Caller {
  get(path: string): Promise<Record<string, unknown>>;
  post(path: string, body: object): Promise<Record<string, unknown>>;
  upload(path: string, name: string, buffer: Buffer): Promise<Record<string, unknown>>;
}

/** An administrator without a window: what is looked at is the other one's. */
export async function administrator(username: string): Promise<Caller> {
  const api = await request.newContext({ baseURL: test.info().project.use.baseURL ?? '' });
  const headers = { authorization: (await openSession(api, account(username))) ?? '' };
  const right = async (answer: APIResponse) => {
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: Record<string, unknown> };
    expect(code, msg).toBe(200);
    return data;
  };
  return {
    get: async (path) => right(await api.get(`/api/${path}`, { headers })),
    post: async (path, data) => right(await api.post(`/api/${path}`, { headers, data })),
    upload: async (path, name, buffer) =>
      right(await api.post(`/api/${path}`, { headers, multipart: { file: { name, mimeType: 'image/png', buffer } } })),
  };
}
