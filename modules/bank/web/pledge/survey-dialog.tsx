import { Alert, Button, Flex, InputNumber, Modal, Progress, Tag } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { PictureField } from '#kit/web/field/picture-field.tsx';
import { type Picture, sendPictures } from '#kit/web/field/picture-store.ts';
import { ScanInput } from '#kit/web/field/scan-input.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useRows } from '#kit/web/use-rows.ts';
import { surveyScan } from '#modules/bank/contract/pledge/pledge-calls.ts';
import { pledgeItem } from '#modules/bank/contract/pledge/pledge-item.ts';
import { usePlace } from '../site/parts.ts';

/** R17: on the site, animal by animal: its tag, two pictures, its weight where the price needs one. */
export function SurveyDialog({ pledgeId, onClose }: { readonly pledgeId: number; onClose(): void }) {
  const text = useTexts('bank.surveyDialog');
  const place = usePlace();
  const items = useRows(pledgeItem, { pledgeId: String(pledgeId), state: 'reserved' }, 1, 200);
  const [tag, setTag] = useState<string | null>(null);
  const [readBy, setReadBy] = useState<'rfid' | 'typed'>('rfid');
  const [photos, setPhotos] = useState<readonly Picture[]>([]);
  const [kg, setKg] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<{ found: number; left: number } | null>(null);
  const rows = items.data?.rows ?? [];
  const found = told?.found ?? rows.filter((one) => one.surveyedAt !== null).length;
  const all = told ? told.found + told.left : rows.length;
  const left = rows.filter((one) => one.surveyedAt === null);
  const hear = (raw: string): boolean => {
    const matches = rows.filter((one) => one.earTag.endsWith(raw));
    const [only] = matches;
    if (matches.length !== 1 || !only) return false;
    setTag(only.earTag);
    setReadBy(raw.length === 15 ? 'rfid' : 'typed');
    setPhotos([]);
    return true;
  };
  const send = async () => {
    const location = place.now();
    if (!tag || !location) return;
    setBusy(true);
    try {
      const sent = [...photos];
      await sendPictures(photos, 'bank.pledgeItem', (one) => {
        const at = sent.findIndex((old) => old.key === one.key);
        sent[at] = one;
      });
      const answer = await call(surveyScan, {
        body: {
          pledgeId,
          scans: [
            {
              tag,
              readBy,
              at: new Date().toISOString(),
              location,
              photos: sent.flatMap((one) => one.fileId ?? []),
              kg,
            },
          ],
        },
      });
      setTold(answer);
      setTag(null);
      setPhotos([]);
      setKg(null);
      void items.refetch();
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={text('title')}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{text('close')}</Button>}
      width={640}
    >
      <Flex vertical gap={12}>
        <Progress percent={all > 0 ? Math.floor((found * 100) / all) : 0} format={() => `${found} / ${all}`} />
        {!place.isKnown && <Alert type="warning" showIcon title={text('noPlace')} />}
        <ScanInput
          size="large"
          autoFocus
          inputMode="numeric"
          placeholder={text('scan')}
          aria-label={text('scan')}
          onScan={hear}
        />
        {tag && (
          <>
            <strong data-record style={{ fontSize: 24 }}>
              {tag}
            </strong>
            <PictureField
              label={text('photos')}
              hint={text('photosHint')}
              value={photos}
              most={6}
              onChange={setPhotos}
            />
            <Flex gap={8} align="center">
              <span>{text('kg')}</span>
              <InputNumber min={1} max={2000} value={kg} onChange={setKg} aria-label={text('kg')} />
            </Flex>
            <Button
              type="primary"
              size="large"
              block
              loading={busy}
              disabled={photos.length < 2 || !place.isKnown}
              onClick={() => void send()}
            >
              {text('save')}
            </Button>
          </>
        )}
        <div>
          <div>{text('left', { n: left.length })}</div>
          <Flex gap={4} wrap>
            {left.slice(0, 60).map((one) => (
              <Tag key={one.id} data-record>
                {one.earTag.slice(-6)}
              </Tag>
            ))}
          </Flex>
        </div>
      </Flex>
    </Modal>
  );
}
