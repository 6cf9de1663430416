import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/**
 * Puts the only script and style of a page into it, and a policy that allows these alone by their hashes and requests to
 * any node. Throws if there is more than one of either, or anything else.
 */
export function oneFile(): Plugin {
  return {
    name: 'aura-one-file',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // Once Vite has replaced its placeholders.
      order: 'post',
      handler(_options, bundle) {
        const files = Object.values(bundle)
        const text = (ending: string): string => {
          const [file, ...more] = files.filter(({ fileName }) => fileName.endsWith(ending))
          if (!file || more.length > 0) throw new Error(`a page in one file has one ${ending}`)
          delete bundle[file.fileName]
          return file.type === 'chunk' ? file.code : String(file.source)
        }
        const [script, style] = [text('.js').trim(), text('.css').trim()]
        const page = files.find(({ fileName }) => fileName.endsWith('.html'))
        if (page?.type !== 'asset' || Object.keys(bundle).length !== 1)
          throw new Error('a page in one file has one file')
        const { head, body } = withoutLinks(String(page.source))
        page.source = `${head}<meta http-equiv="Content-Security-Policy" content="${policyOf(script, style)}" />
    <style>${style}</style>
${body}    <script type="module">${script.replaceAll('</script', '<\\/script')}</script>
  </body>
</html>
`
      },
    },
  }
}

/** Returns the page in two parts, without its script and style: up to what belongs behind the title, and to its end. */
function withoutLinks(html: string): { head: string; body: string } {
  const bare = html.replace(
    /\s*<(script type="module"[^>]*><\/script|link rel="(stylesheet|modulepreload)"[^>]*)>/g,
    '',
  )
  const [head = '', rest = ''] = bare.split('</head>')
  return { head: `${head.trimEnd()}\n    `, body: `  </head>${rest.slice(0, rest.lastIndexOf('</body>')).trimEnd()}\n` }
}

function policyOf(script: string, style: string): string {
  const source = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  return [
    "default-src 'none'",
    `script-src ${source(script.replaceAll('</script', '<\\/script'))}`,
    `style-src ${source(style)}`,
    // Any node that the person names; without https only on their own machine.
    'connect-src https: http://localhost:* http://127.0.0.1:*',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}
