let context: AudioContext | undefined;

/** What a scanner's user listens for: high and short for yes, low and long for no. */
export function beep(isGood: boolean): void {
  try {
    context ??= new AudioContext();
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = isGood ? 1760 : 220;
    volume.gain.value = 0.12;
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + (isGood ? 0.09 : 0.4));
  } catch {
    // A machine without sound still shows the outcome.
  }
}
