import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { ApiError, beginSession, call, callEnvelope, callFile } from './client.ts';
import { setApiPorts } from './ports.ts';
import { readToken, storeToken, tokenKey } from './token.ts';

const read = endpoint({
  method: 'GET',
  path: 'thing/:id',
  access: 'session',
  query: z.object({ name: z.string().optional(), ids: z.array(z.number()).optional() }),
  data: z.any(),
});
const write = endpoint({
  method: 'POST',
  path: 'thing/add',
  access: 'session',
  body: z.object({ name: z.string() }),
  data: z.any(),
  action: 'add',
});
const open = endpoint({ method: 'POST', path: 'login', access: 'public', body: z.object({}), data: z.any() });
const one = { params: { id: 1 } };

const toast = vi.fn();
const sessionExpired = vi.fn();
const permissionsChanged = vi.fn();
let atRoot = false;
const fetched = vi.fn<typeof fetch>();

const answer = (body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ code: 200, msg: 'ok', data: null, traceId: 't', ...body }), { headers });
const requestOf = (at = 0) => {
  const [url, init] = fetched.mock.calls[at] ?? [];
  return { url: String(url), init, headers: new Headers(init?.headers) };
};
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as ApiError,
  );

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  vi.useFakeTimers({ now: Math.random() * 1e12 });
  sessionStorage.clear();
  localStorage.clear();
  storeToken('T1', false);
  beginSession();
  atRoot = false;
  setApiPorts({
    toast,
    sessionExpired,
    permissionsChanged,
    isAtRoot: () => atRoot,
    isSilent: ({ bizCode }) => bizCode === 'noOngoingSeason',
  });
  fetched.mockImplementation(async () => answer({}));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.resetAllMocks();
});

describe('a request', () => {
  it('goes under /api with the stored token exactly as it is, and the language', async () => {
    await call(read, { params: { id: 'a/b' }, query: { name: '名 1', ids: [1, 2] } });
    const { url, init, headers } = requestOf();
    expect(url).toBe('/api/thing/a%2Fb?name=%E5%90%8D+1&ids=1%2C2');
    expect(init?.method).toBe('GET');
    expect(headers.get('Authorization')).toBe('T1');
    expect(headers.get('Accept-Language')).toBe('zh-CN');
  });

  it('carries clientType web in every JSON body, and an idempotency key where it writes', async () => {
    await call(write, { body: { name: 'x' } });
    const { init, headers } = requestOf();
    expect(JSON.parse(String(init?.body))).toEqual({ name: 'x', clientType: 'web' });
    expect(headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
    await call(write, { body: { name: 'x' }, idempotencyKey: 'mine' });
    expect(requestOf(1).headers.get('Idempotency-Key')).toBe('mine');
  });

  it('is marked when it is polling', async () => {
    await call(read, { ...one, background: true });
    expect(requestOf().headers.get('X-Background')).toBe('1');
  });

  it('answers data, or the whole envelope', async () => {
    fetched.mockImplementation(async () => answer({ data: [1], total: 9 }));
    expect(await call(read, one)).toEqual([1]);
    expect((await callEnvelope(read, one)).total).toBe(9);
  });
});

describe('files', () => {
  const upload = endpoint({
    method: 'POST',
    path: 'sys/file/upload',
    access: 'session',
    body: z.object({ bizType: z.string() }),
    data: z.any(),
    upload: 1000,
  });
  const sheet = endpoint({
    method: 'POST',
    path: 'thing/export',
    access: 'session',
    body: z.object({}),
    data: z.any(),
    download: true,
  });

  it('go up as form data, without clientType', async () => {
    await call(upload, { body: { bizType: 'x' }, file: new File(['1'], '图.png') });
    const form = requestOf().init?.body as FormData;
    expect([...form.keys()]).toEqual(['bizType', 'file']);
    expect(requestOf().headers.has('Content-Type')).toBe(false);
  });

  it('come down as a blob with their name, or as an envelope', async () => {
    const disposition = "attachment; filename=x; filename*=UTF-8''%E8%A1%A8.xlsx";
    fetched.mockImplementation(
      async () => new Response('bytes', { headers: { 'Content-Type': 'x/y', 'Content-Disposition': disposition } }),
    );
    const { file } = await callFile(sheet, { body: {} });
    expect(file?.name).toBe('表.xlsx');
    expect(await file?.blob.text()).toBe('bytes');

    fetched.mockImplementation(async () => answer({ data: { jobId: 1 } }, { 'Content-Type': 'application/json' }));
    expect((await callFile(sheet, { body: {} })).envelope?.data).toEqual({ jobId: 1 });
    fetched.mockImplementation(async () => answer({ code: 403, msg: 'no' }, { 'Content-Type': 'application/json' }));
    expect(await failure(callFile(sheet, { body: {} }))).toMatchObject({ code: 403 });
  });
});

describe('a new token in an answer (R35)', () => {
  it('replaces the stored one where it was', async () => {
    fetched.mockImplementation(async () => answer({}, { Authorization: 'T2' }));
    await call(read, one);
    expect(sessionStorage.getItem(tokenKey)).toBe('T2');
    expect(localStorage.getItem(tokenKey)).toBeNull();

    storeToken('T1', true);
    await call(read, one);
    expect(localStorage.getItem(tokenKey)).toBe('T2');
    expect(sessionStorage.getItem(tokenKey)).toBeNull();
  });
});

describe('a changed X-Perm-Version (R40)', () => {
  it('is reported once, and not when it is first seen', async () => {
    for (const version of ['1', '1', '2', '2']) {
      fetched.mockImplementation(async () => answer({}, { 'X-Perm-Version': version }));
      await call(read, one);
    }
    expect(permissionsChanged).toHaveBeenCalledTimes(1);
  });
});

describe('code 401', () => {
  beforeEach(() => fetched.mockImplementation(async () => answer({ code: 401, msg: '您已被管理员下线' })));

  it('is shown once per expiry although five requests got it, and blocks further requests locally', async () => {
    await Promise.all([1, 2, 3, 4, 5].map(() => failure(call(read, one))));
    expect(sessionExpired).toHaveBeenCalledTimes(1);
    expect(sessionExpired).toHaveBeenCalledWith('您已被管理员下线');
    expect(toast).not.toHaveBeenCalled();

    const blocked = await failure(call(read, one));
    expect(fetched).toHaveBeenCalledTimes(5);
    expect(blocked).toMatchObject({ code: 401, message: '登录状态已过期，请退出后重新登录' });
  });

  it('goes to login directly on the root path', async () => {
    atRoot = true;
    await failure(call(read, one));
    expect(sessionExpired).toHaveBeenCalledWith(null);
  });

  it('of the old session does not end the new one', async () => {
    let release = (_: Response) => {};
    fetched.mockImplementation(
      () =>
        new Promise((resolve) => {
          release = resolve;
        }),
    );
    const late = failure(call(read, one));
    storeToken('T9', false);
    beginSession();
    release(answer({ code: 401, msg: 'x' }));
    expect(await late).toBeInstanceOf(ApiError);
    expect(sessionExpired).not.toHaveBeenCalled();
    expect(readToken()).toBe('T9');
  });

  it('of a public call is an error like any other', async () => {
    await failure(call(open, { body: {} }));
    expect(sessionExpired).not.toHaveBeenCalled();
    expect(toast).toHaveBeenCalled();
  });
});

describe('other failures (R121)', () => {
  const failWith = (body: object) => fetched.mockImplementation(async () => answer(body));

  it.each([403, 404, 409, 422, 500])('code %i shows the server message as an error toast', async (code) => {
    failWith({ code, msg: `no ${code}`, errors: [{ field: 'name', msg: 'bad' }] });
    const error = await failure(call(read, one));
    expect(toast).toHaveBeenCalledWith('error', `no ${code}`);
    expect(error).toMatchObject({ code, errors: [{ field: 'name', msg: 'bad' }], traceId: 't' });
  });

  it('the message that there is no ongoing prevention activity is silent, and still fails its caller (R119)', async () => {
    failWith({ code: 500, msg: 'x', bizCode: 'noOngoingSeason' });
    expect(await failure(call(read, one))).toMatchObject({ bizCode: 'noOngoingSeason' });
    expect(toast).not.toHaveBeenCalled();
  });

  it('the same toast is not repeated within 2 seconds', async () => {
    failWith({ code: 500, msg: 'same' });
    await failure(call(read, one));
    vi.advanceTimersByTime(1999);
    await failure(call(read, one));
    expect(toast).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    await failure(call(read, one));
    expect(toast).toHaveBeenCalledTimes(2);
  });

  it('no network and no envelope both show the network message', async () => {
    fetched.mockRejectedValue(new TypeError('failed to fetch'));
    expect(await failure(call(read, one))).toMatchObject({ code: 0, message: '网络连接失败，请检查网络' });
    vi.advanceTimersByTime(5000);
    fetched.mockImplementation(async () => new Response('<html>bad gateway</html>', { status: 502 }));
    expect(await failure(call(read, one))).toMatchObject({ code: 0 });
    expect(toast).toHaveBeenCalledTimes(2);
  });

  it('a quiet call tells only its caller', async () => {
    failWith({ code: 500, msg: 'x' });
    await failure(call(read, { ...one, quiet: true }));
    expect(toast).not.toHaveBeenCalled();
  });

  it('an aborted call tells nobody', async () => {
    const control = new AbortController();
    fetched.mockRejectedValue(new DOMException('aborted', 'AbortError'));
    control.abort();
    const error = await failure(call(read, { ...one, signal: control.signal }));
    expect(error?.name).toBe('AbortError');
    expect(toast).not.toHaveBeenCalled();
  });
});
