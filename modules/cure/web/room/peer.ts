import type { RoomIce, RoomSignal } from '#modules/cure/contract/room/room.ts';

export interface PeerEnds {
  readonly ice: RoomIce;
  /** Gives way when both offer at once. */
  readonly isPolite: boolean;
  send(type: RoomSignal['type'], data: unknown): Promise<unknown>;
  onStream(stream: MediaStream): void;
  onState(state: RTCPeerConnectionState): void;
  /** Three new starts within a minute: the line carries no picture. */
  onPoor(): void;
}

const patience = 5_000;
const resendAfter = 4_000;

/** One connection to one other participant: both may offer at any time, and candidates come as they are found. */
export class Peer {
  readonly connection: RTCPeerConnection;
  readonly #ends: PeerEnds;
  #isOffering = false;
  #ignores = false;
  #turn: Promise<unknown> = Promise.resolve();
  #waiting: RTCIceCandidateInit[] = [];
  #broken: ReturnType<typeof setTimeout> | undefined;
  readonly #watch: ReturnType<typeof setInterval>;
  #restarts: number[] = [];
  #offeredAt = 0;

  constructor(ends: PeerEnds, local: MediaStream | null) {
    this.#ends = ends;
    const connection = new RTCPeerConnection({
      iceServers: ends.ice.iceServers,
      iceTransportPolicy: ends.ice.relayOnly ? 'relay' : 'all',
    });
    this.connection = connection;
    connection.ontrack = ({ streams: [stream], track }) => ends.onStream(stream ?? new MediaStream([track]));
    connection.onicecandidate = ({ candidate }) => {
      if (candidate) void this.#say('candidate', candidate.toJSON());
    };
    connection.onnegotiationneeded = () => void this.#offer();
    connection.onconnectionstatechange = () => this.#stateChanged();
    for (const kind of ['audio', 'video'] as const) {
      const track = local?.getTracks().find((one) => one.kind === kind);
      // Without a camera of one's own the other's is still seen.
      if (track && local) connection.addTrack(track, local);
      else connection.addTransceiver(kind, { direction: 'recvonly' });
    }
    // Signals are said once: what got lost on the way is said again while nothing connects.
    this.#watch = setInterval(() => {
      const isStuck = connection.signalingState === 'have-local-offer' && Date.now() - this.#offeredAt > resendAfter;
      if (isStuck && connection.connectionState !== 'connected') void this.#repeat();
    }, 1_000);
  }

  /** What the other side said, one after the other. */
  hear(type: RoomSignal['type'], data: unknown): void {
    this.#turn = this.#turn.then(() => this.#take(type, data)).catch(() => {});
  }

  restart(): void {
    if (this.connection.connectionState !== 'closed') this.connection.restartIce();
  }

  async replace(track: MediaStreamTrack | null, kind: 'audio' | 'video'): Promise<void> {
    const sender = this.connection.getTransceivers().find((one) => one.receiver.track.kind === kind)?.sender;
    await sender?.replaceTrack(track);
  }

  close(): void {
    clearInterval(this.#watch);
    clearTimeout(this.#broken);
    this.connection.close();
  }

  /** In order: a candidate that overtakes its offer is of no use. */
  #sending: Promise<unknown> = Promise.resolve();
  #say(type: RoomSignal['type'], data: unknown): Promise<unknown> {
    this.#sending = this.#sending.then(() => this.#ends.send(type, data)).catch(() => {});
    return this.#sending;
  }

  async #offer(): Promise<void> {
    try {
      this.#isOffering = true;
      await this.connection.setLocalDescription();
      await this.#repeat();
    } catch {
      // Closed meanwhile.
    } finally {
      this.#isOffering = false;
    }
  }

  async #repeat(): Promise<void> {
    const { localDescription } = this.connection;
    if (!localDescription) return;
    this.#offeredAt = Date.now();
    await this.#say(localDescription.type as 'offer' | 'answer', localDescription.toJSON());
  }

  async #take(type: RoomSignal['type'], data: unknown): Promise<void> {
    const { connection } = this;
    if (type === 'candidate') {
      if (connection.remoteDescription === null) this.#waiting.push(data as RTCIceCandidateInit);
      else if (!this.#ignores) await connection.addIceCandidate(data as RTCIceCandidateInit);
      return;
    }
    if (type === 'restart') return this.restart();
    if (type !== 'offer' && type !== 'answer') return;
    if (type === 'answer' && connection.signalingState !== 'have-local-offer') return;
    const collides = type === 'offer' && (this.#isOffering || connection.signalingState !== 'stable');
    this.#ignores = !this.#ends.isPolite && collides;
    if (this.#ignores) return;
    await connection.setRemoteDescription(data as RTCSessionDescriptionInit);
    for (const candidate of this.#waiting.splice(0)) await connection.addIceCandidate(candidate);
    if (type !== 'offer') return;
    await connection.setLocalDescription();
    await this.#say('answer', connection.localDescription?.toJSON());
  }

  /** R32: broken for five seconds, or failed: a new start; three of them in a minute are enough. */
  #stateChanged(): void {
    const { connectionState: state } = this.connection;
    this.#ends.onState(state);
    clearTimeout(this.#broken);
    if (state === 'failed') this.#startAnew();
    if (state === 'disconnected') this.#broken = setTimeout(() => this.#startAnew(), patience);
  }

  #startAnew(): void {
    const now = Date.now();
    this.#restarts = [...this.#restarts.filter((at) => now - at < 60_000), now];
    if (this.#restarts.length > 3) this.#ends.onPoor();
    this.restart();
  }
}
