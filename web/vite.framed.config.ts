import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildTargets } from './build/browser-floor.ts'
import { fonts } from './build/fonts.ts'
import { precompress } from './build/precompress.ts'

/** Builds the pages that are framed, beside the web app, so that neither loads the other's code. */
export default defineConfig({
  plugins: [react(), tailwindcss(), fonts(), precompress()],
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: buildTargets,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ['framed.html', 'player.html'] },
  },
})
