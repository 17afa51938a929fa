/** Solves a proof of work beside the page; null where the browser cannot. */
export function solveWork(challenge: object): Promise<string | null> {
  return new Promise((resolve) => {
    let worker: Worker;
    try {
      worker = new Worker(new URL('./work-worker.ts', import.meta.url), { type: 'module' });
    } catch {
      return resolve(null);
    }
    const end = (solved: string | null) => {
      worker.terminate();
      resolve(solved);
    };
    worker.onmessage = ({ data }: MessageEvent<string | null>) => end(data);
    worker.onerror = () => end(null);
    worker.postMessage(challenge);
  });
}
