import type { Plugin } from 'vite'

const EVM = /\/@ethereumjs\/evm\/dist\/esm\/(.+)\.js$/
const NUMBERED = /^precompiles\/(\w+)-[\w-]+$/
/** The precompiles that a lab's chain keeps. */
const KEPT = ['01', '02', '04']

/** Replacements for modules of curves and for EOF, a format of contracts that no network has. */
const STUBS: Readonly<Record<string, string>> = {
  'precompiles/bls12_381/noble': 'export class NobleBLS {}',
  'precompiles/bn254/noble': 'export class NobleBN254 {}',
  'eof/container':
    'export const EOFContainerMode = {}\nexport class EOFContainer {}\nexport const validateEOF = undefined',
  'eof/verify': 'export const ContainerSectionType = {}',
  'eof/stackDelta': 'export const stackDelta = {}',
}

/** Removes from the EVM of labs what their chain leaves out or doesn't have. */
export const trimEvm = (): Plugin => ({
  name: 'trim-evm',
  load(id) {
    const module = EVM.exec(id)?.[1] ?? ''
    const number = NUMBERED.exec(module)?.[1]
    if (number && !KEPT.includes(number)) return `export const precompile${number} = undefined`
    return STUBS[module] ?? null
  },
})
