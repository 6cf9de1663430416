import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups } from './build/chunks.ts'
import { fonts } from './build/fonts.ts'
import { precompress } from './build/precompress.ts'

const API = process.env.AURA_API_URL ?? 'http://localhost:3001'

export default defineConfig({
  plugins: [react(), tailwindcss(), fonts(), precompress()],
  resolve: {
    alias: [
      // Polyfills of what React has had itself since version 18.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
      // Its older form, so that the first page need not carry what joins old and new modules.
      { find: /^tslib$/, replacement: 'tslib/tslib.js' },
    ],
  },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // Nothing is inlined: the page's security policy allows files of this origin only.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The first script would carry the names of all that later screens need. Their styles have to be there in time;
      // their scripts say themselves what they need.
      resolveDependencies: (_, dependencies, { hostType }) =>
        hostType === 'js' ? dependencies.filter((file) => file.endsWith('.css')) : dependencies,
    },
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups } },
      treeshake: {
        // Importing a file of ours does nothing by itself, so what only a later screen uses stays out of the first one.
        moduleSideEffects: (id) => !/\/web\/src\/.*\.tsx?$/.test(id),
      },
    },
  },
  server: { proxy: { '/api': API, '/images': API } },
})
