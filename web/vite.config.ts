import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Both Latin fonts are in the first view: asking for them with the page keeps the text from jumping. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /(science-gothic-latin-wdth|next-latin-wght)-normal.*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
            injectTo: 'head' as const,
          })),
    },
  }
}

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFonts()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    // Nothing is inlined: the page's security policy allows files of this origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: {
        // Importing a file of ours does nothing by itself, so what only a later screen uses stays out of the first one.
        moduleSideEffects: (id) => !/\/web\/src\/.*\.tsx?$/.test(id),
      },
    },
  },
  server: { proxy: { '/api': process.env.AURA_API_URL ?? 'http://localhost:3001' } },
})
