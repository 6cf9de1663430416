import type { Plugin } from 'vite'

/** Read by Chrome, which then compiles a file's functions while it loads instead of one by one as they are first called. */
const HINT = '//# allFunctionsCalledOnLoad\n'
/** The files of a first screen. */
const FIRST =
  /\/(?:vendor|index|signed-in|rings|dashboard|profile|showdown|battles|lesson|people|leaderboard-screen)-[^/]+\.js$/

export function compileAhead(): Plugin {
  return {
    name: 'aura-compile-ahead',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && FIRST.test(file.fileName)) file.code = HINT + file.code
    },
  }
}
