import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const port = process.env.MULIAN_PORT ?? '7300';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: { host: '127.0.0.1', proxy: { '/api': `http://127.0.0.1:${port}` } },
  preview: { host: '127.0.0.1', proxy: { '/api': `http://127.0.0.1:${port}` } },
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
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 3 },
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: 'lib', test: /node_modules/, priority: 1, entriesAware: true, entriesAwareMergeThreshold: 8000 },
          ],
        },
      },
    },
  },
});
