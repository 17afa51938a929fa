/** How the lines of a call are, without a word on where anybody is: relayed or not, delay, loss and rate. */
export async function lineOf(connections: readonly RTCPeerConnection[]): Promise<{
  relayed?: boolean;
  rttMs?: number;
  lossPct?: number;
  kbps?: number;
}> {
  const [connection] = connections.filter((one) => one.connectionState === 'connected');
  if (!connection) return {};
  const rows = [...(await connection.getStats()).values()] as Record<string, unknown>[];
  const pair = rows.find((row) => row.type === 'candidate-pair' && row.nominated === true && row.state === 'succeeded');
  const local = rows.find((row) => row.id === pair?.localCandidateId);
  const inbound = rows.filter((row) => row.type === 'inbound-rtp');
  const sum = (name: string) => inbound.reduce((all, row) => all + Number(row[name] ?? 0), 0);
  const got = sum('packetsReceived');
  const lost = Math.max(0, sum('packetsLost'));
  return {
    ...(local && { relayed: local.candidateType === 'relay' }),
    ...(typeof pair?.currentRoundTripTime === 'number' && { rttMs: Math.round(pair.currentRoundTripTime * 1000) }),
    ...(got + lost > 0 && { lossPct: Math.round((10_000 * lost) / (got + lost)) / 100 }),
    ...(typeof pair?.availableOutgoingBitrate === 'number' && {
      kbps: Math.round(pair.availableOutgoingBitrate / 1000),
    }),
  };
}
