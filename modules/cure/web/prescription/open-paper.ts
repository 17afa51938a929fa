import { call } from '#kit/web/api/client.ts';
import { filePort } from '#kit/web/ui/file-port.ts';
import { printPrescription } from '#modules/cure/contract/prescription/prescription.ts';

/** The signed sheet as it is handed out. */
export async function openPaper(id: number): Promise<void> {
  const { fileId } = await call(printPrescription, { body: { id } });
  const address = await filePort.current?.link(fileId);
  if (address) Object.assign(document.createElement('a'), { href: address }).click();
}
