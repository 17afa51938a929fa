import type { ClockParts, ServerModule } from '../module.ts';

const every = 5_000;

/** Lets modules do what is due; one round after the other, and the one under way is waited for at the end. */
export function startClock(modules: readonly ServerModule[], parts: ClockParts): { stop(): Promise<void> } {
  let round: Promise<void> | null = null;
  const go = async () => {
    for (const module of modules) {
      await module.tick?.(parts).catch((error) => {
        parts.log.error({ err: error, module: module.contract.name }, 'work by the clock failed');
      });
    }
  };
  const timer = setInterval(() => {
    round ??= go().finally(() => {
      round = null;
    });
  }, every);
  return {
    stop: async () => {
      clearInterval(timer);
      await round;
    },
  };
}
