import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { serviceWorker } from '#tools/service-worker-plugin.ts';

const port = process.env.MULIAN_PORT ?? '7300';

/**
 * Two layers of libraries, each a chunk with all it needs: what the login page is made of, and what the frame and every
 * list are made of beyond that. Cut by who shares what, they fall into a hundred chunks with a round trip each.
 */
const ofLogin = packages(
  '@rc-component/(checkbox|input|tooltip)',
  'antd/es/(checkbox|form|grid|input|space|tooltip)',
  'antd/es/table/TableMeasureRowContext.js',
  '(compute-scroll-into-view|scroll-into-view-if-needed)',
);
const ofLists = packages(
  '(zod|dayjs|throttle-debounce|@tanstack)',
  '@rc-component/(context|dropdown|menu|overflow|select|table|tree|virtual-list)',
  'antd/es/(alert|dropdown|empty|flex|layout|menu|pagination|popover|radio|select|spin|table|tag|tree|typography)',
);

function packages(...paths: readonly string[]): (id: string) => boolean {
  const pattern = new RegExp(`node_modules/(${paths.join('|')})(/|$)`);
  return (id) => pattern.test(id.replaceAll('\\', '/'));
}

// With the slash: `/api-guide/` is a folder of pages.
const proxy = { '/api/': `http://127.0.0.1:${port}` };

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), serviceWorker()],
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy },
  build: {
    target: 'baseline-widely-available',
    outDir: '../../dist/web',
    emptyOutDir: true,
    // tools/first-load.ts reads from it what a page loads.
    manifest: true,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        // A shared chunk is named after all its users; the name alone would be longer than many of them.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        // As one chunk antd alone would break the login page's budget; left alone it falls into a hundred small ones.
        codeSplitting: {
          groups: [
            { name: 'react', test: packages('(react|react-dom|scheduler|react-router)'), priority: 5 },
            { name: 'start', tags: ['$initial'], priority: 4 },
            { name: 'login', test: ofLogin, priority: 3 },
            { name: 'list', test: ofLists, priority: 2 },
            { name: 'lib', test: /node_modules/, priority: 1, entriesAware: true },
          ],
        },
      },
    },
  },
});
