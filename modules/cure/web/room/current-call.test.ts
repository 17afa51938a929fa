import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** What the room was told, by the path of each call. */
const asked: { path: string; input: { body?: { roomId?: number; participantId?: number } } }[] = [];
const me = 10;
vi.mock('#kit/web/api/client.ts', () => ({
  call: async (endpoint: { path: string }, input: (typeof asked)[number]['input']) => {
    asked.push({ path: endpoint.path, input });
    if (endpoint.path.endsWith('/ice'))
      return { topology: 'mesh', iceServers: [], relayOnly: false, ttl: 3600, participantId: me };
    return {
      roomId: 7,
      roomNo: 'CV7',
      status: 'live',
      me,
      isAdmitted: true,
      isHost: false,
      participants: [],
      lobby: [],
    };
  },
}));

beforeEach(() => {
  asked.length = 0;
  sessionStorage.clear();
  vi.resetModules();
  vi.stubGlobal('RTCPeerConnection', class {});
});
afterEach(() => vi.unstubAllGlobals());
const load = () => import('./current-call.ts');
const left = () => asked.filter((one) => one.path.endsWith('/leave')).map((one) => one.input.body);

test('R36 the call belongs to the window: a reload knows the room to offer, leaving tells the room and forgets it', async () => {
  const before = await load();
  before.enterRoom(7);
  await vi.waitFor(() => expect(asked.some((one) => one.path.endsWith('/join'))).toBe(true));
  await new Promise((resolve) => setTimeout(resolve, 0));
  // While it goes on there is nothing to come back to, whatever page is open.
  expect(before.roomBefore()).toBeNull();

  vi.resetModules();
  const reloaded = await load();
  expect(reloaded.roomBefore()).toBe(7);
  expect(left()).toEqual([]);

  reloaded.enterRoom(7);
  await vi.waitFor(() => expect(asked.filter((one) => one.path.endsWith('/join'))).toHaveLength(2));
  await new Promise((resolve) => setTimeout(resolve, 0));
  reloaded.forgetCall();
  expect(left()).toEqual([{ roomId: 7, participantId: me }]);
  expect(reloaded.roomBefore()).toBeNull();
  vi.resetModules();
  expect((await load()).roomBefore()).toBeNull();
});
