/** Two soft notes every three seconds until it is answered; nothing where a browser plays nothing before a click. */
export function ringTone(): () => void {
  const Context = window.AudioContext as typeof AudioContext | undefined;
  if (!Context) return () => {};
  const context = new Context();
  const note = (at: number, hertz: number) => {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.08, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.5);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.5);
  };
  const ring = () => {
    if (context.state !== 'running') return;
    note(context.currentTime, 660);
    note(context.currentTime + 0.3, 880);
  };
  ring();
  const timer = setInterval(ring, 3_000);
  return () => {
    clearInterval(timer);
    void context.close().catch(() => {});
  };
}
