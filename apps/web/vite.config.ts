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
        // antd is left to the default splitting: as one chunk it alone would break the login page's budget.
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ }],
        },
      },
    },
  },
});
