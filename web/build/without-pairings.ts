import type { Plugin } from 'vite'

const PAIRINGS = /\/@ethereumjs\/evm\/dist\/esm\/precompiles\/bls12_381\/noble\.js$/

/** Removes BLS12-381 from the EVM of labs: its rules (Cancun) have no such precompiles. A tenth of the script. */
export const withoutPairings = (): Plugin => ({
  name: 'without-pairings',
  load: (id) => (PAIRINGS.test(id) ? 'export class NobleBLS {}' : null),
})
