import { useEffect, useMemo, useRef, useState } from 'react';
import { newKey } from '#kit/web/api/client.ts';
import { beep } from '#kit/web/field/beep.ts';
import type { Picture } from '#kit/web/field/picture-store.ts';
import type { CountSheet } from '#modules/bank/contract/count/count.ts';
import { usePlace } from '../site/parts.ts';
import {
  countOutbox,
  keepDraft,
  keptDraft,
  partsOf,
  type QueuedCount,
  type QueuedExplain,
  type QueuedScan,
} from './count-outbox.ts';

export type BookLine = CountSheet['book'][number];
/** Green: in the book. Amber: an animal that is not. Red: no number anybody could wear. */
export interface Heard {
  readonly kind: 'found' | 'again' | 'other' | 'unknown' | 'noted' | 'many';
  readonly tag: string;
  readonly line: BookLine | null;
}
const wholeTag = /^\d{15}$/;
const saveAfter = 800;

/** A count on the device: what the book says, what was read since, and what is left. */
export function useCount(sheet: CountSheet, onSent: () => void) {
  const [scans, setScans] = useState<readonly QueuedScan[]>([]);
  const [explains, setExplains] = useState<readonly QueuedExplain[]>([]);
  const [signature, setSignature] = useState<Picture | null>(null);
  const [heard, setHeard] = useState<Heard | null>(null);
  const isRead = useRef(false);
  const place = usePlace();
  const { items } = countOutbox.useOutbox();
  useEffect(() => {
    void countOutbox.read();
    void keptDraft(sheet.id).then((draft) => {
      isRead.current = true;
      if (!draft) return;
      setScans((before) => [...draft.scans, ...before]);
      setExplains((before) => [...draft.explains, ...before]);
    });
  }, [sheet.id]);
  useEffect(() => {
    if (!isRead.current) return;
    const timer = setTimeout(() => void keepDraft(sheet.id, { scans, explains }), saveAfter);
    return () => clearTimeout(timer);
  }, [sheet.id, scans, explains]);

  const byTag = useMemo(() => {
    const found = new Map<string, BookLine>();
    for (const line of sheet.book) {
      found.set(line.earTag, line);
      if (line.electronicTag) found.set(line.electronicTag, line);
    }
    return found;
  }, [sheet.book]);
  // As one walks; once, because every reading draws the list anew and a herd may have thousands.
  const book = useMemo(() => {
    const way = new Intl.Collator();
    const places = sheet.book.map((line) => [`${line.hovel} ${line.pen} ${line.earTag}`, line] as const);
    return places.sort(([a], [b]) => way.compare(a, b)).map(([, line]) => line);
  }, [sheet.book]);
  const own = items.filter((one) => one.countId === sheet.id && one.state !== 'sent');
  // What was sent and the sheet does not tell yet stays green as well.
  const told = items.filter((one) => one.countId === sheet.id);
  const refused = new Set(told.flatMap((one) => one.refused?.map((bad) => bad.tag) ?? []));
  const read = new Set(
    [...told.flatMap((one) => one.scans.filter((scan) => !refused.has(scan.tag))), ...scans].flatMap(
      (scan) => scan.animalId ?? [],
    ),
  );
  const explained = new Map(
    [...told.flatMap((one) => one.explains), ...explains].map((one) => [one.animalId, one.explain as string]),
  );
  const isFound = (line: BookLine) =>
    line.result === 'found' ||
    line.result === 'tagLost' ||
    read.has(line.animalId) ||
    explained.get(line.animalId) === 'tagLost';
  const isExplained = (line: BookLine) => explained.has(line.animalId) || line.explain !== null;
  const found = book.filter(isFound);
  const unseen = book.filter((line) => !isFound(line));
  const open = unseen.filter((line) => !isExplained(line));
  const pictured = new Set(
    [...told.flatMap((one) => one.scans), ...scans].flatMap((one) => (one.photo ? one.tag : [])),
  );
  const toPicture = found.filter((line) => sheet.sample.includes(line.earTag) && !pictured.has(line.earTag));
  const blindRead = sheet.blind
    ? new Set([...own.flatMap((one) => one.scans), ...scans].map((one) => one.tag)).size
    : 0;

  const say = (next: Heard): true => {
    beep(next.kind === 'found' || next.kind === 'noted');
    setHeard(next);
    return true;
  };
  /** One reading; false where the box keeps it to be completed. */
  const hear = (raw: string, readBy: QueuedScan['readBy']): boolean => {
    const tag = raw.replace(/\D/g, '');
    const near =
      !byTag.has(tag) && tag.length >= 4 && tag.length < 15 ? sheet.book.filter((one) => one.earTag.endsWith(tag)) : [];
    if (near.length > 1) {
      beep(false);
      setHeard({ kind: 'many', tag, line: null });
      return false;
    }
    const line = byTag.get(tag) ?? near[0] ?? null;
    const whole = line?.earTag ?? tag;
    if (!line && !wholeTag.test(whole)) return say({ kind: 'unknown', tag: whole, line: null });
    const isAgain = line ? isFound(line) : scans.some((one) => one.tag === whole);
    if (isAgain) return say({ kind: 'again', tag: whole, line });
    setScans((before) => [
      ...before,
      {
        tag: whole,
        animalId: line?.animalId ?? null,
        readBy: near.length === 1 ? 'typed' : readBy,
        at: new Date().toISOString(),
        location: place.now(),
        photo: null,
      },
    ]);
    if (line) setExplains((before) => before.filter((one) => one.animalId !== line.animalId));
    return say({ kind: line ? 'found' : sheet.blind ? 'noted' : 'other', tag: whole, line });
  };
  /** The picture goes with a reading of the same head; one that was sent already is read once more. */
  const addPicture = (line: BookLine, photo: Picture) =>
    setScans((before) =>
      before.some((one) => one.tag === line.earTag)
        ? before.map((one) => (one.tag === line.earTag ? { ...one, photo } : one))
        : [
            ...before,
            {
              tag: line.earTag,
              animalId: line.animalId,
              readBy: 'camera',
              at: new Date().toISOString(),
              location: place.now(),
              photo,
            },
          ],
    );
  const addExplain = (one: QueuedExplain) =>
    setExplains((before) => [...before.filter((old) => old.animalId !== one.animalId), one]);

  const handOver = async (finish: boolean) => {
    const key = newKey();
    const sheetOf: QueuedCount = {
      clientKey: key,
      keys: Array.from({ length: partsOf(scans.length) + 2 }, () => newKey()),
      countId: sheet.id,
      docNo: sheet.docNo,
      site: sheet.site,
      scans,
      explains,
      signature: finish ? signature : null,
      finish,
      queuedAt: new Date().toISOString(),
      state: 'waiting',
    };
    await countOutbox.enqueue(sheetOf);
    await keepDraft(sheet.id, { scans: [], explains: [] });
    setScans([]);
    setExplains([]);
    if (finish) setSignature(null);
    void countOutbox.sendAll(onSent);
  };
  const takeBack = (one: QueuedCount) => {
    setScans((before) => [...one.scans, ...before]);
    setExplains((before) => [...one.explains, ...before]);
    setSignature(one.signature);
    void countOutbox.takeOut(one, false);
  };
  return {
    scans,
    explains,
    signature,
    setSignature,
    heard,
    hear,
    addPicture,
    addExplain,
    handOver,
    takeBack,
    isPlaceKnown: place.isKnown,
    isFound,
    isExplained,
    found,
    unseen,
    open,
    toPicture,
    blindRead,
    isFinishing: own.some((one) => one.finish),
  };
}
