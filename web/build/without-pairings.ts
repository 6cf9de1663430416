import type { Plugin } from 'vite'

const PRECOMPILES = /\/@ethereumjs\/evm\/dist\/esm\/precompiles\/(?:(bls12_381|bn254)\/noble|(\w+)-[\w-]+)\.js$/

const CURVES: Readonly<Record<string, string>> = { bls12_381: 'NobleBLS', bn254: 'NobleBN254' }
/** The precompiles that a lab's chain keeps. */
const KEPT = ['01', '02', '04']

/** Removes from the EVM of labs the precompiles that their chain leaves out or doesn't have. */
export const withoutPairings = (): Plugin => ({
  name: 'without-pairings',
  load(id) {
    const [, curve = '', number] = PRECOMPILES.exec(id) ?? []
    if (CURVES[curve]) return `export class ${CURVES[curve]} {}`
    return number && !KEPT.includes(number) ? `export const precompile${number} = undefined` : null
  },
})
