import type { AnyEndpoint, DataOf } from '#kit/contract/endpoint.ts';
import type { Envelope } from '#kit/contract/envelope.ts';
import { callFile } from './client.ts';
import type { CallOptions } from './request.ts';
import { saveFile } from './save-file.ts';

/**
 * Asks for a file and hands it to the browser; where the work goes on in the background instead, answers the envelope
 * that says so.
 *
 * @example
 * const later = await download(exportCall, { body: { filter } });
 * if (later) notify('info', later.msg);
 */
export async function download<E extends AnyEndpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<Envelope<DataOf<E>> | undefined> {
  const { file, envelope } = await callFile(endpoint, options);
  if (file) saveFile(file);
  return envelope;
}
