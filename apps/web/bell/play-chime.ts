/** Two short tones, made on the spot; browsers that want a click first stay silent. */
export function playChime(): void {
  try {
    const context = new AudioContext();
    for (const [at, pitch] of [
      [0, 880],
      [0.16, 1174],
    ] as const) {
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.12, context.currentTime + at);
      volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + at + 0.3);
      tone.connect(volume).connect(context.destination);
      tone.start(context.currentTime + at);
      tone.stop(context.currentTime + at + 0.3);
    }
    setTimeout(() => void context.close(), 800);
  } catch {
    // Nothing is lost but the sound.
  }
}
