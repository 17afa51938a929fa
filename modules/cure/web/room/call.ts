import type { RoomIce, RoomParticipant, RoomSignal, RoomState } from '#modules/cure/contract/room/room.ts';
import { lineOf } from './line-stats.ts';
import { Peer } from './peer.ts';
import { takeStill } from './still.ts';

type Media = RoomParticipant['media'];
type Stats = Awaited<ReturnType<typeof lineOf>>;

/** How a call reaches the server: as a user, or as a guest with a token. */
export interface CallPort {
  join(media: Media): Promise<RoomState>;
  ice(): Promise<RoomIce>;
  state(): Promise<RoomState>;
  beat(media: Media, stats: Stats): Promise<RoomState>;
  leave(participantId: number): Promise<unknown>;
  signal(signal: Pick<RoomSignal, 'to' | 'type' | 'seq' | 'data'>): Promise<unknown>;
}

export interface Other extends RoomParticipant {
  readonly stream: MediaStream | null;
  readonly connection: RTCPeerConnectionState;
}
export interface CallView {
  readonly phase: 'joining' | 'lobby' | 'in' | 'over';
  /** Why it is over. */
  readonly end: 'left' | 'ended' | 'removed' | 'failed' | null;
  readonly room: RoomState | null;
  readonly local: MediaStream | null;
  readonly others: readonly Other[];
  readonly isMuted: boolean;
  readonly hasCamera: boolean;
  readonly isCameraOn: boolean;
  /** Which device could not be had, told in words. */
  readonly missing: 'all' | 'camera' | null;
  readonly isPoor: boolean;
  /** Who asks for a picture of one's own camera. */
  readonly stillAskedBy: string | null;
}

const beatEvery = 15_000;
const stillWanted = { wants: 'still' } as const;
const first: CallView = {
  phase: 'joining',
  end: null,
  room: null,
  local: null,
  others: [],
  isMuted: false,
  hasCamera: false,
  isCameraOn: false,
  missing: null,
  isPoor: false,
  stillAskedBy: null,
};

/** R30: with camera and microphone, microphone alone, or neither. */
async function openMedia(): Promise<{ stream: MediaStream | null; missing: CallView['missing'] }> {
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  const audio = { echoCancellation: true };
  const video = { width: 640, height: 480, frameRate: 24, facingMode: { ideal: 'environment' } };
  const wanted = [{ audio, video }, { audio }];
  for (const constraints of devices ? wanted : [])
    try {
      const stream = await devices?.getUserMedia(constraints);
      if (stream) return { stream, missing: 'video' in constraints ? null : 'camera' };
    } catch {
      // The next best is tried.
    }
  return { stream: null, missing: 'all' };
}

/** A call in one room: everybody is connected to everybody. It belongs to no page, so it outlives them. */
export class Call {
  #view = first;
  readonly #port: CallPort;
  readonly #watchers = new Set<() => void>();
  readonly #peers = new Map<number, Peer>();
  #ice: RoomIce | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  #seq = 0;
  #looking: Promise<void> = Promise.resolve();

  constructor(port: CallPort) {
    this.#port = port;
  }

  readonly view = (): CallView => this.#view;
  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  async start(): Promise<void> {
    const { stream, missing } = await openMedia();
    const hasCamera = (stream?.getVideoTracks().length ?? 0) > 0;
    this.#show({ local: stream, missing, hasCamera, isCameraOn: hasCamera });
    try {
      this.#apply(await this.#port.join(this.#media()));
      this.#timer = setInterval(() => void this.#beat(), beatEvery);
    } catch {
      this.#finish('failed');
    }
  }

  /** Somebody came, left or waits outside. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(async () => {
      if (this.#view.phase === 'over') return;
      await this.#port.state().then(
        (room) => this.#apply(room),
        () => this.#finish('removed'),
      );
    });
    return this.#looking;
  }

  /** News were missed: what is no longer connected starts anew, the rest goes on. */
  async lookAgain(): Promise<void> {
    await this.look();
    for (const peer of this.#peers.values()) if (peer.connection.connectionState !== 'connected') peer.restart();
  }

  async hear({ from, to, type, data }: RoomSignal): Promise<void> {
    if (to !== this.#view.room?.me) return;
    if (!this.#peers.has(from)) await this.look();
    if (type === 'media') this.#hearStill(from, data);
    else this.#peers.get(from)?.hear(type, data);
  }

  removed(): void {
    this.#finish('removed');
  }

  mute(isMuted: boolean): void {
    for (const track of this.#view.local?.getAudioTracks() ?? []) track.enabled = !isMuted;
    this.#show({ isMuted });
  }

  showCamera(isCameraOn: boolean): void {
    for (const track of this.#view.local?.getVideoTracks() ?? []) track.enabled = isCameraOn;
    this.#show({ isCameraOn });
    void this.#beat();
  }

  /** From the camera at the front to the one at the back, and again. */
  async switchCamera(): Promise<void> {
    const { local } = this.#view;
    const [old] = local?.getVideoTracks() ?? [];
    const facing = old?.getSettings().facingMode === 'environment' ? 'user' : 'environment';
    const fresh = await navigator.mediaDevices.getUserMedia({ video: { facingMode: { ideal: facing } } });
    const [track] = fresh.getVideoTracks();
    if (!track || !local) return;
    old?.stop();
    if (old) local.removeTrack(old);
    local.addTrack(track);
    for (const peer of this.#peers.values()) await peer.replace(track, 'video');
    this.#show({ local: new MediaStream(local.getTracks()) });
  }

  /** R34: asks the device of somebody in the call for a still. */
  async askStill(to: number): Promise<void> {
    this.#seq += 1;
    await this.#port.signal({ to, type: 'media', seq: this.#seq, data: stillWanted });
  }

  #hearStill(from: number, data: unknown): void {
    const isAsked = (data as typeof stillWanted | null)?.wants === stillWanted.wants;
    const asker = this.#view.others.find((one) => one.id === from);
    if (isAsked && asker && this.#view.hasCamera) this.#show({ stillAskedBy: asker.name });
  }

  /** The picture, or null where there is no camera. */
  async takeStill(): Promise<Blob | null> {
    const [track] = this.#view.local?.getVideoTracks() ?? [];
    return track ? takeStill(track) : null;
  }

  answerStill(): void {
    this.#show({ stillAskedBy: null });
  }

  hangUp(): void {
    const { room } = this.#view;
    if (room?.me) void this.#port.leave(room.me).catch(() => {});
    this.#finish('left');
  }

  #media(): Media {
    const { local, isCameraOn } = this.#view;
    if (!local) return 'none';
    return isCameraOn ? 'video' : 'audio';
  }

  #show(change: Partial<CallView>): void {
    this.#view = { ...this.#view, ...change };
    for (const watcher of this.#watchers) watcher();
  }

  #apply(room: RoomState): void {
    if (this.#view.phase === 'over') return;
    const before = this.#view.room?.me ?? room.me;
    // Taken over by another window of the same person.
    const isGone = room.me === null || room.me !== before;
    if (room.status === 'ended' || isGone) {
      this.#finish(room.status === 'ended' ? 'ended' : 'removed');
      return;
    }
    this.#show({ room, phase: room.isAdmitted ? 'in' : 'lobby' });
    if (room.isAdmitted) void this.#meet(room).catch(() => {});
  }

  async #meet(room: RoomState): Promise<void> {
    const me = room.me as number;
    this.#ice ??= await this.#port.ice();
    const there = room.participants.filter((one) => one.id !== me);
    for (const [id, peer] of this.#peers)
      if (!there.some((one) => one.id === id)) {
        peer.close();
        this.#peers.delete(id);
      }
    const known = new Map(this.#view.others.map((one) => [one.id, one]));
    this.#show({
      others: there.map((one) => ({
        ...one,
        stream: known.get(one.id)?.stream ?? null,
        connection: known.get(one.id)?.connection ?? 'new',
      })),
    });
    for (const { id } of there) if (!this.#peers.has(id)) this.#peers.set(id, this.#connect(me, id, this.#ice));
  }

  #connect(me: number, id: number, ice: RoomIce): Peer {
    const change = (more: Partial<Other>) =>
      this.#show({ others: this.#view.others.map((one) => (one.id === id ? { ...one, ...more } : one)) });
    return new Peer(
      {
        ice,
        isPolite: me > id,
        send: (type, data) => {
          this.#seq += 1;
          return this.#port.signal({ to: id, type, seq: this.#seq, data });
        },
        onStream: (stream) => change({ stream }),
        onState: (connection) => change({ connection }),
        onPoor: () => {
          // Words before pictures.
          this.showCamera(false);
          this.#show({ isPoor: true });
        },
      },
      this.#view.local,
    );
  }

  async #beat(): Promise<void> {
    if (this.#view.phase === 'over') return;
    const stats = await lineOf([...this.#peers.values()].map((one) => one.connection));
    await this.#port.beat(this.#media(), stats).then(
      (room) => this.#apply(room),
      // A heartbeat that is lost is no reason to hang up: the next one comes.
      () => {},
    );
  }

  #finish(end: NonNullable<CallView['end']>): void {
    if (this.#view.phase === 'over') return;
    clearInterval(this.#timer);
    for (const peer of this.#peers.values()) peer.close();
    this.#peers.clear();
    for (const track of this.#view.local?.getTracks() ?? []) track.stop();
    this.#show({ phase: 'over', end, others: [], local: null });
  }
}
