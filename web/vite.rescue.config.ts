import { defineConfig } from 'vite'
import { buildTargets } from './build/browser-floor.ts'
import { oneFile } from './build/one-file.ts'

/** Builds the page that works without Aura, in one file. */
export default defineConfig({
  plugins: [oneFile()],
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: buildTargets,
    modulePreload: false,
    rolldownOptions: { input: ['rescue.html'], output: { codeSplitting: false } },
  },
})
