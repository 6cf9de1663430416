import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const WEB = join(import.meta.dirname, '..')
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * Names the classes of the build's CSS modules by two letters for the module and a number: scripts and styles carry each
 * name, and longer ones add 3 kB to a first visit. While developing they say where they come from.
 */
export function shortClassNames(): Plugin {
  return {
    name: 'aura-short-class-names',
    apply: 'build',
    config: () => ({ css: { modules: { generateScopedName: scopedNames() } } }),
  }
}

function scopedNames(): (name: string, file: string) => string {
  const modules = globSync('src/**/*.module.css', { cwd: WEB }).sort()
  const letters = new Map(modules.map((module, at) => [join(WEB, module), twoLetters(at)]))
  const numbers = new Map(modules.map((module) => [join(WEB, module), new Map<string, number>()]))
  return (name, file) => {
    const known = numbers.get(file)
    if (!known) throw new Error(`${file} is no CSS module of the web app`)
    const number = known.get(name) ?? known.size
    known.set(name, number)
    return `${letters.get(file)}${number}`
  }
}

function twoLetters(at: number): string {
  if (at >= LETTERS.length ** 2) throw new Error('more CSS modules than two letters can name')
  return `${LETTERS[Math.floor(at / LETTERS.length)]}${LETTERS[at % LETTERS.length]}`
}
