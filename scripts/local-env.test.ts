import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chainEnv } from '../dev/src/local-chain/chain-env.ts'

const localEnv = JSON.stringify(join(import.meta.dirname, 'local-env.ts'))

/** Every question starts a program. */
const SLOW_MS = 30_000

describe('what a local run is told', { timeout: SLOW_MS }, () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'aura-env-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** In a process of its own: a file of settings changes the environment of whoever reads it. */
  function toldWith(shell: Record<string, string>): unknown {
    const program = `import { localEnv, localPort, wantsLocalChain } from ${localEnv}
      const { BETA_ACCESS = null } = process.env
      console.log(JSON.stringify({ ...localEnv(), port: await localPort(), BETA_ACCESS, chain: wantsLocalChain() }))`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: folder,
      env: shell,
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    return JSON.parse(stdout)
  }

  it('stands in .env, but for what the shell sets', () => {
    writeFileSync(
      join(folder, '.env'),
      'PORT=4321\nDATA_DIR=elsewhere\nLOG_LEVEL=debug\n# none\nBETA_ACCESS="closed"\n',
    )
    expect(toldWith({})).toEqual({
      DATA_DIR: 'elsewhere',
      LOG_LEVEL: 'debug',
      port: 4_321,
      BETA_ACCESS: 'closed',
      chain: true,
    })
    expect(toldWith({ PORT: '5432', LOG_LEVEL: 'error', BETA_ACCESS: '' })).toEqual({
      DATA_DIR: 'elsewhere',
      LOG_LEVEL: 'error',
      port: 5_432,
      BETA_ACCESS: '',
      chain: true,
    })
  })

  it('is no chain where somebody names a node or another network', () => {
    expect(toldWith({ RPC_URLS: 'http://127.0.0.1:8545' })).toMatchObject({ chain: false })
    expect(toldWith({ CHAIN: 'base-sepolia' })).toMatchObject({ chain: false })
    expect(toldWith({ CHAIN: 'local', RPC_URLS: '' })).toMatchObject({ chain: true })
  })

  it('is made up where nobody says', () => {
    expect(toldWith({ PORT: '4321' })).toEqual({
      DATA_DIR: '.data',
      LOG_LEVEL: 'warn',
      port: 4_321,
      BETA_ACCESS: null,
      chain: true,
    })
  })
})

it('a server is told where the chain is, and all that is on it', () => {
  const contracts = { usdc: '0x1', vouch: '0x2', steeze: '0x3', feed: '0x4' } as const
  const chain = { rpcUrl: 'http://127.0.0.1:1', chainId: 31_337, contracts, startBlock: 1, signerKey: '0x5' } as const
  expect(chainEnv({ ...chain, stop: async () => {} })).toEqual({
    RPC_URLS: 'http://127.0.0.1:1',
    USDC_TOKEN: '0x1',
    VOUCH_CONTRACT: '0x2',
    STEEZE_CONTRACT: '0x3',
    ETH_USD_FEED: '0x4',
    START_BLOCK: '1',
    STEEZE_SIGNER_KEY: '0x5',
  })
})
