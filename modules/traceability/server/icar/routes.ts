import { Readable } from 'node:stream';
import type { AnyEndpoint, DataOf } from '#kit/contract/endpoint.ts';
import { AppError, notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Caller, Route } from '#kit/server/http/call.ts';
import { type CallOfThird, serveThird } from '#modules/platform/server/index.ts';
import { sharingScope } from '#modules/registry/contract/principal/principal-relation.ts';
import { isSharedWith, sharedBy } from '#modules/registry/server/index.ts';
import * as contract from '#modules/traceability/contract/icar/icar.ts';
import { type Asking, readAnimal, readPage } from './reads.ts';
import { addBirth, addWeight } from './writes.ts';

const { icarSchemes } = contract;
type Located = CallOfThird<(typeof contract.icarReads)['animals'] | typeof contract.icarAnimal>;
const baseOf = ({ host }: Caller) => `https://${host}/api/icar`;

/** Under the tenant's own sight, since events outlive the animal's stay: every statement names the holder, who has consented. */
const forHolder = <T>(
  call: Pick<Located, 'client' | 'tx' | 'host'> & { params: { id: number } },
  work: (tx: Tx, asking: Asking) => Promise<T>,
): Promise<T> =>
  inTenant(call.tx, call.client.tenantNo, 'icar', async (tx) => {
    const { id } = call.params;
    const { principalId, clientId } = call.client;
    if (id !== principalId && !(await isSharedWith(tx, id, principalId)))
      throw new AppError(403, 'traceability.icar.noConsent', { bizCode: 'noConsent' });
    return work(tx, { place: { base: baseOf(call as unknown as Caller), holderId: id }, clientId });
  });

function pageOf(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
  found: { total: number; member: contract.IcarResource[] },
): contract.IcarCollection {
  const [page, size] = [Number(query.page), Number(query['page-size'])];
  const pages = Math.max(1, Math.ceil(found.total / size));
  const link = (at: number) => {
    const asked = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...query, page: at }))
      if (value !== undefined) asked.set(name, String(value));
    return `${path}?${asked}`;
  };
  return {
    view: {
      totalItems: found.total,
      totalPages: pages,
      pageSize: size,
      currentPage: page,
      first: link(1),
      ...(page < pages && { next: link(page + 1) }),
      ...(page > 1 && { prev: link(page - 1) }),
      last: link(pages),
    },
    member: found.member,
  };
}

/** ICAR's own JSON, without the envelope; a refusal, which the web client reads from the envelope, has a status that a machine understands. */
const bare = (route: Route): Route => ({
  ...route,
  handle: async (call, prepared) => {
    try {
      const answer = JSON.stringify(await route.handle(call, prepared));
      call.answer.file = {
        stream: Readable.from([Buffer.from(answer)]),
        type: 'application/json; charset=utf-8',
        name: 'icar.json',
        inline: true,
      };
      return null;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 500) throw error;
      const { key, args, bizCode, data } = error;
      throw new AppError(409, key, { args, data, ...(bizCode && { bizCode }) });
    }
  },
});

const answered = <E extends AnyEndpoint>(endpoint: E, handle: (call: CallOfThird<E>) => Promise<DataOf<E>>): Route =>
  bare(serveThird('traceability', endpoint, sharingScope, handle, 'byBody'));

export const icarRoutes = (): Route[] => [
  answered(contract.icarLocations, async (call) => {
    const { page, 'page-size': size } = call.query;
    const units = await inTenant(call.tx, call.client.tenantNo, 'icar', (tx) => sharedBy(tx, call.client.principalId));
    const member = units.slice((page - 1) * size, page * size).map((one) => ({
      resourceType: 'icarLocationResource',
      meta: { source: 'cn.mulian', modified: new Date(one.since).toISOString() },
      identifier: { id: String(one.id), scheme: icarSchemes.unit },
      name: one.name,
      timeZoneId: 'Asia/Shanghai',
    }));
    return pageOf(`${baseOf(call)}/locations`, call.query, { total: units.length, member });
  }),
  ...Object.entries(contract.icarReads).map(([kind, endpoint]) =>
    answered(endpoint, (call) =>
      forHolder(call, async (tx, asking) => {
        const found = await readPage(tx, kind as contract.IcarKind, asking, call.query);
        const { scheme, id } = call.params;
        const last = endpoint.path.slice(endpoint.path.lastIndexOf('/') + 1);
        return pageOf(`${asking.place.base}/locations/${scheme}/${id}/${last}`, call.query, found);
      }),
    ),
  ),
  answered(contract.icarAnimal, (call) =>
    forHolder(call, async (tx, asking) => {
      const found = await readAnimal(tx, asking, call.params.animalId);
      if (!found) throw notFound();
      return found;
    }),
  ),
  answered(contract.icarAddWeight, (call) => forHolder(call, (tx, asking) => addWeight(tx, call, asking))),
  answered(contract.icarAddBirth, (call) => forHolder(call, (tx, asking) => addBirth(tx, call, asking))),
];
