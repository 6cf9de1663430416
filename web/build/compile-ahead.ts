import type { Plugin, Rolldown } from 'vite'

/**
 * Read by Chrome at the top of a file, whose functions it then compiles while it loads instead of one by one as they are
 * first called.
 */
const HINT = '//# allFunctionsCalledOnLoad\n'
/** The files of a first screen, with their hashes of eight characters. */
const FIRST =
  /\/(?:vendor|index|signed-in|dashboard|profile|showdown|battles|lesson|people|leaderboard-screen)-[\w-]{8}\.js$/

export function compileAhead(): Plugin {
  return {
    name: 'aura-compile-ahead',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // Vite puts its list of styles first.
      order: 'post',
      handler(_, bundle) {
        for (const file of firstFiles(bundle)) file.code = HINT + file.code
      },
    },
    writeBundle(_, bundle) {
      for (const { fileName, code } of firstFiles(bundle))
        if (!code.startsWith(HINT)) throw new Error(`${fileName} doesn't begin with its compile hint`)
    },
  }
}

const firstFiles = (bundle: Rolldown.OutputBundle) =>
  Object.values(bundle).filter(
    (file): file is Rolldown.OutputChunk => file.type === 'chunk' && FIRST.test(file.fileName),
  )
