import type { Tx } from '#kit/server/db/database.ts';

export interface TreeNode {
  readonly level: number;
  readonly at: number;
  readonly hash: Buffer;
}

const nodesAtOnce = 50_000;

export async function insertNodes(tx: Tx, sealNo: number, nodes: readonly TreeNode[]): Promise<void> {
  for (let from = 0; from < nodes.length; from += nodesAtOnce) {
    const some = nodes.slice(from, from + nodesAtOnce);
    await tx.query(
      `insert into traceability.trace_seal_node (tenant_no, seal_no, level, at, hash)
       select kit.tenant(), $1, n.level, n.at, decode(n.hash, 'hex')
       from unnest($2::int[], $3::int[], $4::text[]) n(level, at, hash)`,
      [sealNo, some.map((one) => one.level), some.map((one) => one.at), some.map((one) => one.hash.toString('hex'))],
    );
  }
}

/** The lowest level whose nodes are kept: a seal cut by an older version keeps them from a higher one on. */
export async function lowestLevel(tx: Tx, sealNo: number): Promise<number> {
  const [row] = await tx.query<{ level: number | null }>(
    'select min(level) as level from traceability.trace_seal_node where tenant_no = kit.tenant() and seal_no = $1',
    [sealNo],
  );
  return row?.level ?? 0;
}

/** The nodes at these places that there are, in the order of levels. */
export async function nodesAt(
  tx: Tx,
  sealNo: number,
  places: readonly { readonly level: number; readonly at: number }[],
): Promise<string[]> {
  const rows = await tx.query<{ hash: string }>(
    `select encode(k.hash, 'hex') as hash from unnest($2::int[], $3::int[]) p(level, at)
       join traceability.trace_seal_node k on k.tenant_no = kit.tenant() and k.seal_no = $1 and k.level = p.level
         and k.at = p.at
     order by p.level`,
    [sealNo, places.map((one) => one.level), places.map((one) => one.at)],
  );
  return rows.map((one) => one.hash);
}
