import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { antdParts } from '#tools/antd-parts-plugin.ts';
import { antdStyles } from '#tools/antd-styles-plugin.ts';
import { compressed } from '#tools/compressed-plugin.ts';
import { devServer } from '#tools/dev-server-plugin.ts';
import { earlyCalls } from '#tools/early-calls-plugin.ts';
import { recordedSchemas } from '#tools/recorded-schemas-plugin.ts';
import { serviceWorker } from '#tools/service-worker-plugin.ts';

const port = process.env.MULIAN_PORT ?? '7300';

// With the slash: `/api-guide/` is a folder of pages.
const api = `http://127.0.0.1:${port}`;
const proxy = { '/api/': api };

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    recordedSchemas(),
    antdParts(),
    antdStyles(),
    react(),
    earlyCalls(),
    serviceWorker(),
    compressed(),
    devServer(api),
  ],
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
        assetFileNames: ({ names }) =>
          `assets/${(names[0]?.split('~')[0] ?? '').replace(/\.\w+$/, '')}-[hash][extname]`,
        // What is always wanted together comes as one chunk, own code and libraries alike, each layer without what those above it have: the door, the
        // frame, a list, a record. Cut by who shares what they fall into a hundred and seventy with a round trip each; as one, antd alone would break
        // the login page's budget.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 7 },
            { name: 'start', tags: ['$initial'], priority: 6 },
            { name: 'login', test: /apps[\\/]web[\\/]login[\\/]login-page\.tsx$/, priority: 5 },
            { name: 'frame', test: /apps[\\/]web[\\/]inside\.tsx$/, priority: 4 },
            { name: 'list', test: /kit[\\/]web[\\/]resource[\\/]resource-page\.tsx$/, priority: 3 },
            { name: 'record', test: /kit[\\/]web[\\/]resource[\\/]/, priority: 2 },
            { name: 'lib', test: /node_modules/, priority: 1, entriesAware: true },
          ],
        },
      },
    },
  },
});
