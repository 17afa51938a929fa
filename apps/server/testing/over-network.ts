import type { FastifyInstance } from 'fastify';

interface Ask {
  readonly method: string;
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly payload?: object | Buffer;
}

/** As the program's own `inject`, but at an address: what tests use of it, no more. */
export function askedAt(address: string): FastifyInstance['inject'] {
  const ask = async ({ method, url, headers = {}, payload }: Ask) => {
    const isBytes = Buffer.isBuffer(payload);
    const answer = await fetch(new URL(url, address), {
      method,
      headers: { ...(payload && !isBytes ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(payload ? { body: isBytes ? new Uint8Array(payload) : JSON.stringify(payload) } : {}),
      redirect: 'manual',
    });
    const rawPayload = Buffer.from(await answer.arrayBuffer());
    return {
      statusCode: answer.status,
      headers: Object.fromEntries(answer.headers),
      rawPayload,
      json: () => JSON.parse(rawPayload.toString()),
    };
  };
  return ask as unknown as FastifyInstance['inject'];
}
