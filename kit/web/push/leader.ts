const leaseFor = 5_000;
const renewEvery = 2_000;

/** One tab of the browser at a time does the work; when it goes, another takes over. Answers how to give up. */
export function lead(name: string, work: (signal: AbortSignal) => Promise<void>): () => void {
  const control = new AbortController();
  if (navigator.locks) {
    navigator.locks.request(name, { signal: control.signal }, () => work(control.signal)).catch(() => {});
  } else void leadByLease(name, work, control.signal);
  return () => control.abort();
}

/** Where the site is served without TLS there are no locks: a lease in local storage, renewed while the tab lives. */
async function leadByLease(
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const me = String(Math.random());
  const holder = () => {
    const [who = '', until = '0'] = (localStorage.getItem(name) ?? '').split(' ');
    return Number(until) > Date.now() ? who : null;
  };
  const renew = () => localStorage.setItem(name, `${me} ${Date.now() + leaseFor}`);
  while (!signal.aborted) {
    if (holder() === null) {
      renew();
      // Two tabs may have seen it free at the same moment; the one that wrote last has it.
      await wait(100 + Math.random() * 200, signal);
    }
    if (holder() !== me || signal.aborted) {
      await wait(renewEvery, signal);
      continue;
    }
    const control = new AbortController();
    const stop = () => control.abort();
    signal.addEventListener('abort', stop);
    const renewing = setInterval(() => (holder() === me || holder() === null ? renew() : stop()), renewEvery);
    const leave = () => holder() === me && localStorage.removeItem(name);
    window.addEventListener('pagehide', leave);
    await work(control.signal);
    clearInterval(renewing);
    window.removeEventListener('pagehide', leave);
    signal.removeEventListener('abort', stop);
    leave();
    // Done, and not driven out by another tab.
    if (!control.signal.aborted) return;
  }
}

/** Waits, or less: until the signal, the network or somebody looking at the page again. */
export function wait(ms: number, signal: AbortSignal, sooner: readonly ('online' | 'seen')[] = []): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const seen = () => document.visibilityState === 'visible' && end();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      window.removeEventListener('online', end);
      document.removeEventListener('visibilitychange', seen);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (sooner.includes('online')) window.addEventListener('online', end);
    if (sooner.includes('seen')) document.addEventListener('visibilitychange', seen);
  });
}
