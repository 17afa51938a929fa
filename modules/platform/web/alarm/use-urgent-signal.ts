import { useEffect, useRef } from 'react';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { PushEvent } from '#kit/web/push/push.ts';
import { usePush } from '#kit/web/push/use-push.ts';
import { useRefresh } from '#kit/web/push/use-refresh.ts';

const blinkFor = 12_000;
const blinkEvery = 800;

/** Fetches again what the stream says has changed; a new urgent alarm sounds, and blinks in the browser's tab. */
export function useUrgentSignal(refetch: () => Promise<unknown>): void {
  const t = useT();
  const refresh = useRefresh(refetch);
  const stop = useRef<() => void>(() => {});
  useEffect(() => () => stop.current(), []);
  usePush('alarm', (event: PushEvent) => {
    refresh();
    const { level } = (event.data ?? {}) as { level?: string };
    if (level !== 'urgent' || !['opened', 'raised'].includes(event.kind)) return;
    const text = t('platform.alarmPage.newUrgent');
    notify('warning', text);
    beep();
    stop.current();
    stop.current = blink(text);
  });
}

function blink(text: string): () => void {
  const { title } = document;
  let isOn = false;
  const timer = setInterval(() => {
    isOn = !isOn;
    document.title = isOn ? `● ${text}` : title;
  }, blinkEvery);
  const stop = () => {
    clearInterval(timer);
    clearTimeout(end);
    document.title = title;
  };
  const end = setTimeout(stop, blinkFor);
  return stop;
}

/** Two short tones; a browser that was not touched yet stays silent, and that is its right. */
function beep(): void {
  try {
    const audio = new AudioContext();
    for (const [at, pitch] of [
      [0, 880],
      [0.25, 660],
    ] as const) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      volume.gain.value = 0.08;
      tone.frequency.value = pitch;
      tone.connect(volume).connect(audio.destination);
      tone.start(audio.currentTime + at);
      tone.stop(audio.currentTime + at + 0.18);
    }
    setTimeout(() => void audio.close(), 1_000);
  } catch {
    // No sound here: the words and the title remain.
  }
}
