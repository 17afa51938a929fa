import type { NetworkEdge, NetworkNode } from '#modules/registry/contract/map/network.ts';

export type GraphNode = NetworkNode & { readonly hop: number };

export interface Placed extends GraphNode {
  readonly x: number;
  readonly y: number;
}

/** Room a node and its name need on a ring. */
const arc = 92;
const firstRing = 140;
const ringStep = 88;
/** Screens are wider than high, and names are too. */
export const wider = 1.4;

/**
 * One in the middle, its neighbours on rings around it in the order of their lines, theirs further out and near to whom they belong.
 * A ring takes as many as have room for their names; the next ones go to the next ring.
 */
export function layOut(nodes: readonly GraphNode[], edges: readonly NetworkEdge[]): Placed[] {
  const centre = nodes.find((one) => one.hop === 0);
  if (!centre) return [];
  const angles = new Map<number, number>([[centre.id, 0]]);
  const placed: Placed[] = [{ ...centre, x: 0, y: 0 }];
  let radius = firstRing;
  for (const hop of [1, 2]) {
    const ordered = inOrder(nodes, edges, hop, angles);
    let at = 0;
    for (const size of ringsFor(ordered.length, radius)) {
      const ring = ordered.slice(at, at + size);
      at += ring.length;
      // Every other ring is turned by half a place, so that names stand in the gaps of the ring before.
      const turn = -Math.PI / 2 + (Math.round(radius / ringStep) % 2) * (Math.PI / Math.max(ring.length, 1));
      ring.forEach((node, index) => {
        const angle = turn + (index / ring.length) * 2 * Math.PI;
        angles.set(node.id, angle);
        placed.push({ ...node, x: Math.cos(angle) * radius * wider, y: Math.sin(angle) * radius });
      });
      radius += ringStep;
    }
  }
  return placed;
}

/** As few rings as there is room on, each filled to the same share. */
function ringsFor(n: number, from: number): number[] {
  const rooms: number[] = [];
  let sum = 0;
  for (let radius = from; sum * 1.15 < n; radius += ringStep) {
    const room = Math.max(6, Math.floor((2 * Math.PI * radius) / arc));
    rooms.push(room);
    sum += room;
  }
  return rooms.map((room) => Math.ceil((n * room) / sum));
}

function inOrder(
  nodes: readonly GraphNode[],
  edges: readonly NetworkEdge[],
  hop: number,
  angles: ReadonlyMap<number, number>,
): GraphNode[] {
  const key = (node: GraphNode): readonly [number, string] => {
    const line = edges.find(
      ({ fromId, toId }) => (fromId === node.id && angles.has(toId)) || (toId === node.id && angles.has(fromId)),
    );
    const inner = line ? angles.get(line.fromId === node.id ? line.toId : line.fromId) : undefined;
    return [hop === 1 ? 0 : ((inner ?? 0) + Math.PI / 2 + 2 * Math.PI) % (2 * Math.PI), line?.kind ?? ''];
  };
  return nodes
    .filter((one) => one.hop === hop)
    .map((node) => ({ node, at: key(node) }))
    .sort((a, b) => a.at[0] - b.at[0] || a.at[1].localeCompare(b.at[1]) || a.node.id - b.node.id)
    .map((one) => one.node);
}

export const edgeColours: Readonly<Record<string, string>> = {
  parent: '#8a8f98',
  memberOf: '#2f7fd6',
  servedBy: '#2e8b57',
  suppliesTo: '#e8871e',
  buysFrom: '#b0413e',
  entrustedTo: '#8f6ad8',
};
export const edgeColour = (kind: string): string => edgeColours[kind] ?? '#8a8f98';
