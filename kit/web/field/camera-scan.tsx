import { CameraOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';

const load = () => import('./camera-view.tsx');
const CameraView = lazy(load);
let isWarm = false;

/** Fetched while there is a network: scanning is done where there is none. */
async function warm(): Promise<void> {
  if (isWarm || !navigator.onLine) return;
  isWarm = true;
  await load();
  const { openDecoder } = await import('./decoder.ts');
  await openDecoder();
}

/** A finger on the glass and a camera behind it: what has neither has a reader at its cable. */
const canScan = () =>
  typeof navigator.mediaDevices?.getUserMedia === 'function' && matchMedia('(pointer: coarse)').matches;

/** Beside or inside every box that takes a scan: on a telephone its camera is the reader. Draws nothing elsewhere. */
export function CameraScan({ onScan }: { onScan(text: string): void }) {
  const text = useTexts('field');
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!canScan()) return;
    const timer = setTimeout(() => void warm().catch(() => {}), 5_000);
    return () => clearTimeout(timer);
  }, []);
  if (!canScan()) return null;
  return (
    <>
      <Button
        type="text"
        icon={<CameraOutlined />}
        aria-label={text('camera')}
        title={text('camera')}
        onClick={() => setOpen(true)}
        // As large as a finger, and the box around it no taller for that.
        style={{ marginBlock: -8 }}
      />
      {isOpen && (
        <Suspense>
          <CameraView onScan={onScan} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
