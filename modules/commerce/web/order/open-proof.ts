import { call, newKey } from '#kit/web/api/client.ts';
import { filePort } from '#kit/web/ui/file-port.ts';
import { printProof } from '#modules/commerce/contract/order/order-steps.ts';

/** What was bought and signed for, as it is shown to whoever asks for a proof. */
export async function openProof(shipmentId: number): Promise<void> {
  const { fileId } = await call(printProof, { body: { shipmentId }, idempotencyKey: newKey() });
  const address = await filePort.current?.link(fileId);
  if (address) Object.assign(document.createElement('a'), { href: address }).click();
}
