export interface RelayTrial {
  readonly isRelayed: boolean;
  readonly ms: number;
  readonly fault: string;
}

/** Asks the relay for a place, as a call would, and tells how long it took. */
export async function tryRelay(iceServers: readonly RTCIceServer[]): Promise<RelayTrial> {
  const connection = new RTCPeerConnection({ iceServers: [...iceServers], iceTransportPolicy: 'relay' });
  const begun = performance.now();
  let fault = '';
  try {
    return await new Promise((done) => {
      const end = (isRelayed: boolean) => done({ isRelayed, ms: Math.round(performance.now() - begun), fault });
      setTimeout(() => end(false), 8_000);
      connection.onicecandidateerror = ({ errorCode, errorText }) => {
        fault = `${errorCode} ${errorText}`;
      };
      connection.onicecandidate = ({ candidate }) => {
        if (candidate?.type === 'relay') end(true);
      };
      connection.createDataChannel('trial');
      void connection.setLocalDescription();
    });
  } finally {
    connection.close();
  }
}
