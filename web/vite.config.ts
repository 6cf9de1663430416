import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildTargets } from './build/browser-floor.ts'
import { chunkGroups } from './build/chunks.ts'
import { compileAhead } from './build/compile-ahead.ts'
import { contentReload } from './build/content-reload.ts'
import { fonts } from './build/fonts.ts'
import { importsApart } from './build/imports-apart.ts'
import { minifyTheme } from './build/minify-theme.ts'
import { precompress } from './build/precompress.ts'
import { preloads } from './build/preloads.ts'
import { shortClassNames } from './build/short-class-names.ts'
import { styleLoader } from './build/style-loader.ts'
import { trimEvm } from './build/trim-evm.ts'

const API = process.env.AURA_API_URL ?? 'http://localhost:3001'

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    importsApart(),
    fonts(),
    shortClassNames(),
    styleLoader(),
    preloads(),
    compileAhead(),
    minifyTheme(),
    precompress(),
    contentReload(),
  ],
  resolve: {
    alias: [
      // Polyfills for React before 18.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
      // The older build, which spares the first page the interop code.
      { find: /^tslib$/, replacement: 'tslib/tslib.js' },
    ],
  },
  build: {
    outDir: 'dist',
    target: buildTargets,
    // Nothing is inlined: the CSP allows only files of this origin.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Otherwise the first script would list the preloads of every later screen. Their styles must load early;
      // scripts import what they need.
      resolveDependencies: (_, dependencies, { hostType }) =>
        hostType === 'js' ? dependencies.filter((file) => file.endsWith('.css')) : dependencies,
    },
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups } },
      treeshake: {
        // Our modules have no import side effects, so code used only by later screens stays out of the first
        // chunk.
        moduleSideEffects: (id) => !/\/web\/src\/.*\.tsx?$/.test(id),
      },
    },
  },
  // A lab's worker loads the lab it plays, and no other.
  worker: { format: 'es', plugins: () => [trimEvm()] },
  server: { proxy: { '/api': API, '/images': API } },
})
