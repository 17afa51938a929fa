import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RoomState } from '#modules/cure/contract/room/room.ts';
import { Call, type CallPort } from './call.ts';
import { stillPlace, stillText, takeStill } from './still.ts';

/** A connection that does nothing but say what state it is told to be in. */
class Line {
  static all: Line[] = [];
  connectionState: RTCPeerConnectionState = 'connected';
  signalingState = 'stable';
  restarts = 0;
  onconnectionstatechange: (() => void) | undefined;
  constructor() {
    Line.all.push(this);
  }
  addTrack() {}
  addTransceiver() {}
  close() {}
  restartIce() {
    this.restarts += 1;
  }
  async getStats() {
    return new Map();
  }
  turn(state: RTCPeerConnectionState) {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }
}
class Track {
  enabled = true;
  readonly kind: string;
  constructor(kind: string) {
    this.kind = kind;
  }
  stop() {}
  getSettings() {
    return {};
  }
}
const streamOf = (...kinds: string[]) => {
  const tracks = kinds.map((kind) => new Track(kind));
  const of = (kind: string) => tracks.filter((one) => one.kind === kind);
  return { getTracks: () => tracks, getVideoTracks: () => of('video'), getAudioTracks: () => of('audio') };
};

const room: RoomState = {
  roomId: 1,
  roomNo: 'CV1',
  consultId: 2,
  docNo: 'CC1',
  status: 'live',
  liveAt: null,
  me: 10,
  isAdmitted: true,
  isHost: false,
  participants: [
    { id: 10, userId: 1, name: '户主', role: 'asker', media: 'video' },
    { id: 11, userId: 2, name: '专家', role: 'expert', media: 'video' },
  ],
  lobby: [],
};
const portOf = () => {
  const port = {
    join: vi.fn(async () => room),
    ice: vi.fn(async () => ({ topology: 'mesh', iceServers: [], relayOnly: false, ttl: 3600, participantId: 10 })),
    state: vi.fn(async () => room),
    beat: vi.fn(async () => room),
    leave: vi.fn(async () => null),
    signal: vi.fn(async () => null),
  };
  return port as typeof port & CallPort;
};
const withDevices = (getUserMedia: (wanted: { video?: object }) => Promise<unknown>) =>
  vi.stubGlobal('navigator', { ...navigator, mediaDevices: { getUserMedia } });

beforeEach(() => {
  Line.all = [];
  vi.useFakeTimers();
  vi.stubGlobal('RTCPeerConnection', Line);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const begun = async (port = portOf()) => {
  const call = new Call(port);
  await call.start();
  await vi.advanceTimersByTimeAsync(0);
  return call;
};

describe('a call', () => {
  test('R30 works with camera and microphone, with the microphone alone, and with neither, and says what is missing', async () => {
    withDevices(async ({ video }) => streamOf('audio', ...(video ? ['video'] : [])));
    expect((await begun()).view()).toMatchObject({ phase: 'in', missing: null, hasCamera: true });
    withDevices(async ({ video }) => {
      if (video) throw new DOMException('no', 'NotFoundError');
      return streamOf('audio');
    });
    const heard = portOf();
    expect((await begun(heard)).view()).toMatchObject({ phase: 'in', missing: 'camera', hasCamera: false });
    expect(heard.join).toHaveBeenCalledWith('audio');
    withDevices(async () => {
      throw new DOMException('no', 'NotAllowedError');
    });
    const silent = portOf();
    expect((await begun(silent)).view()).toMatchObject({ phase: 'in', missing: 'all' });
    expect(silent.join).toHaveBeenCalledWith('none');
  });

  test('R32 a line that broke for five seconds or failed starts anew; more than three times in a minute the picture goes', async () => {
    withDevices(async ({ video }) => streamOf('audio', ...(video ? ['video'] : [])));
    const call = await begun();
    const line = Line.all.at(-1) as Line;
    line.turn('disconnected');
    await vi.advanceTimersByTimeAsync(4_000);
    expect(line.restarts).toBe(0);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(line.restarts).toBe(1);
    line.turn('failed');
    line.turn('failed');
    expect(call.view()).toMatchObject({ isPoor: false, isCameraOn: true });
    line.turn('failed');
    expect(line.restarts).toBe(4);
    expect(call.view()).toMatchObject({ isPoor: true, isCameraOn: false, phase: 'in' });
    expect(call.view().local?.getAudioTracks()[0]?.enabled).toBe(true);
  });

  test('R34 who is asked for a still is told by whom; somebody outside the call asks nothing', async () => {
    withDevices(async ({ video }) => streamOf('audio', ...(video ? ['video'] : [])));
    const port = portOf();
    const call = await begun(port);
    await call.askStill(11);
    expect(port.signal).toHaveBeenCalledWith({
      to: 11,
      type: 'media',
      seq: expect.any(Number),
      data: { wants: 'still' },
    });
    const asked = { roomId: 1, to: 10, type: 'media' as const, seq: 1, data: { wants: 'still' } };
    await call.hear({ ...asked, from: 99 });
    expect(call.view().stillAskedBy).toBeNull();
    await call.hear({ ...asked, from: 11 });
    expect(call.view().stillAskedBy).toBe('专家');
    call.answerStill();
    expect(call.view().stillAskedBy).toBeNull();
  });

  test('R34 a still is the camera’s own picture at its full resolution, with its place where that was allowed', async () => {
    const takePhoto = vi.fn(async () => new Blob(['x'], { type: 'image/jpeg' }));
    vi.stubGlobal(
      'ImageCapture',
      class {
        getPhotoCapabilities = async () => ({ imageWidth: { max: 4032 }, imageHeight: { max: 3024 } });
        takePhoto = takePhoto;
      },
    );
    expect((await takeStill(new Track('video') as unknown as MediaStreamTrack))?.type).toBe('image/jpeg');
    expect(takePhoto).toHaveBeenCalledWith({ imageWidth: 4032, imageHeight: 3024 });
    expect(stillPlace(stillText('43.65123,122.24312'))).toBe('43.65123,122.24312');
    expect(stillPlace(stillText(''))).toBe('');
    expect(stillPlace('看这里')).toBeNull();
  });
});
