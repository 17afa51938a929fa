import type { Plugin, ViteDevServer } from 'vite';

const isContract = (file: string): boolean => /\/(kit|modules\/[^/]+)\/contract\//.test(file);
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A contract is compiled into both sides: pages are loaded anew when the server that read it again answers. */
async function reloadWhenServerIsBack(server: ViteDevServer, api: string, isLatest: () => boolean): Promise<void> {
  // Node's watcher ends the old process within this time; until then the old one would answer.
  await wait(800);
  for (let tries = 0; tries < 100 && isLatest(); tries++) {
    const isReady = await fetch(`${api}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return server.ws.send({ type: 'full-reload' });
    await wait(300);
  }
}

/** For `npm run dev`: one line that says where the pages are, and pages that follow an edited contract. */
export function devServer(api: string): Plugin {
  let edits = 0;
  return {
    name: 'mulian-dev-server',
    apply: 'serve',
    configureServer(server) {
      server.printUrls = () => {
        const [address = ''] = server.resolvedUrls?.local ?? [];
        console.log(`\n  Mulian's pages are at ${address}\n`);
      };
    },
    hotUpdate({ file, server }) {
      if (!isContract(file) || this.environment.name !== 'client') return;
      const edit = ++edits;
      void reloadWhenServerIsBack(server, api, () => edit === edits);
      return [];
    },
  };
}
