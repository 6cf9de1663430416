import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { steezeStackAbi } from '@aura/contracts/abi'
import { type Address, encodeFunctionData, type Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkContracts } from '../../server/src/features/steeze/check-contracts.ts'
import { checkSettings } from '../../server/src/features/steeze/settings-check/check-settings.ts'
import { features } from '../../server/src/features.ts'
import { rpcChain } from '../../server/src/platform/chain/rpc-chain.ts'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import { checkNodes } from '../../server/src/platform/doctor/check-nodes.ts'
import { compileCache } from '../../tests/server/compile-cache.ts'
import { newPostgresDatabase } from '../../tests/server/database/open-test-database.ts'
import { AnvilNetwork } from './anvil-network.ts'
import { LOCAL_SIGNER_KEY } from './published-keys.ts'

const OTHER_KEY: Hex = `0x${'7654321089abcdef'.repeat(4)}`
const OTHER = privateKeyToAddress(OTHER_KEY).toLowerCase()
const OWN = privateKeyToAddress(LOCAL_SIGNER_KEY).toLowerCase()

let network: AnvilNetwork
beforeAll(async () => {
  network = await AnvilNetwork.start()
})
afterAll(() => network?.stop())

it('a server with another signer key and another token does not start, and its database is still free', async () => {
  const { steeze = '', vouch = '', usdc = '' } = network.settings.contracts ?? {}
  const url = await newPostgresDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'aura-settings-'))
  const { stderr } = spawnSync(process.execPath, [join(import.meta.dirname, '../../server/src/main.ts')], {
    cwd: folder,
    env: {
      ...compileCache(),
      DATABASE_URL: url,
      DATA_DIR: folder,
      RPC_URLS: network.url,
      STEEZE_CONTRACT: steeze,
      VOUCH_CONTRACT: vouch,
      USDC_TOKEN: vouch,
      STEEZE_SIGNER_KEY: OTHER_KEY,
    },
    encoding: 'utf8',
    timeout: 60_000,
  })
  expect(stderr).toBe(
    'Aura cannot start with these settings:\n' +
      `USDC_TOKEN: this is ${vouch}, but the Steeze contract ${steeze} was made with ${usdc}. Set USDC_TOKEN to ` +
      `${usdc}, or STEEZE_CONTRACT to a contract made with ${vouch}.\n` +
      `USDC_TOKEN: this is ${vouch}, but the vouching contract ${vouch} was made with ${usdc}. Set USDC_TOKEN to ` +
      `${usdc}, or VOUCH_CONTRACT to a contract made with ${vouch}.\n` +
      `STEEZE_SIGNER_KEY: this is the key of ${OTHER}, but the Steeze contract ${steeze} takes signatures of ${OWN} ` +
      `only. Set the key of ${OWN}, or have the contract's owner call setSigner first.\n`,
  )
  const db = await openPg({ url, poolSize: 1 })
  expect(await db.query('select name from database_bindings')).toEqual([])
  await db.close()
})

it('npm run doctor finds a node that serves, and the settings that differ from its contracts', async () => {
  const chain = rpcChain(network.settings)
  const clock = { now: () => new Date() }
  expect(await checkNodes(chain, clock)).toMatchObject([{ status: 'ok' }])
  const found = (signerKey: Hex, of = chain) => checkContracts({ secrets: { signerKey, relayKey: null } }, of, features)
  expect(await found(LOCAL_SIGNER_KEY)).toMatchObject([{ status: 'ok' }])
  expect(await found(OTHER_KEY)).toMatchObject([
    { status: 'problem', text: expect.stringMatching(/^STEEZE_SIGNER_KEY: .* Set the key of/) },
  ])
  const elsewhere = rpcChain({ ...network.settings, kind: 'base' })
  expect(await checkNodes(elsewhere, clock)).toContainEqual({
    status: 'problem',
    text: expect.stringContaining('is on network 31337, but CHAIN=base is network 8453'),
  })
  const silent = rpcChain({ ...network.settings, rpcUrls: ['http://127.0.0.1:9'] })
  expect(await found(LOCAL_SIGNER_KEY, silent)).toMatchObject([{ status: 'problem' }])
})

it('the settings are checked against the contracts themselves, also while their signer is rotated', async () => {
  const chain = rpcChain(network.settings)
  const { contracts } = network.settings
  const before = await network.rpc('evm_snapshot')
  const steeze = (contracts?.steeze ?? '') as Address
  const word = await chain.call({
    to: steeze,
    data: encodeFunctionData({ abi: steezeStackAbi, functionName: 'owner' }),
  })
  const owner = `0x${word.slice(-40)}`
  await network.rpc('anvil_impersonateAccount', [owner])
  const send = async (data: Hex) => {
    await network.rpc('eth_sendTransaction', [{ from: owner, to: steeze, data }])
    await network.mine()
  }
  const followed = features.flatMap(({ contract = [] }) => contract)
  const found = (signer: string, of = chain) => checkSettings(of, { contracts: followed, signer }, 10_000)
  expect(await found(OWN)).toEqual({ is: 'confirmed' })
  expect((await found(OTHER)).is).toBe('contradicted')
  await send(encodeFunctionData({ abi: steezeStackAbi, functionName: 'pause' }))
  expect([(await found(OWN)).is, (await found(OTHER)).is]).toEqual(['confirmed', 'paused'])
  await send(encodeFunctionData({ abi: steezeStackAbi, functionName: 'setSigner', args: [OTHER as Address] }))
  expect([(await found(OWN)).is, (await found(OTHER)).is]).toEqual(['paused', 'confirmed'])
  await send(encodeFunctionData({ abi: steezeStackAbi, functionName: 'unpause' }))
  expect((await found(OWN)).is).toBe('contradicted')
  const nowhere = { steeze: OWN, vouch: OTHER, usdc: contracts?.usdc ?? '' }
  expect(await found(OTHER, rpcChain({ ...network.settings, contracts: nowhere }))).toMatchObject({
    sentences: [expect.stringMatching(/^STEEZE_CONTRACT: /), expect.stringMatching(/^VOUCH_CONTRACT: /)],
  })
  expect(await found(OTHER, rpcChain({ ...network.settings, kind: 'base' }))).toMatchObject({
    sentences: [expect.stringContaining('these nodes are on network 31337, but CHAIN=base is Base Mainnet')],
  })
  await network.rpc('evm_revert', [before])
})
