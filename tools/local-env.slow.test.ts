import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeLock } from '../server/src/platform/lock-directory.ts'
import { chainEnv } from './local-chain/chain-env.ts'
import { randomFreePort } from './processes/free-port.ts'
import { startSandbox } from './provider-sandbox/start-sandbox.ts'

const localEnv = JSON.stringify(join(import.meta.dirname, 'local-env.ts'))

/** Returns a folder that goes with those of all tests. */
const newFolder = () => mkdtempSync(join(tmpdir(), 'aura-env-'))

function runNode(cwd: string, env: Record<string, string>, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' })
  return { status, stdout, stderr }
}
const pathOf = (command: string) => join(import.meta.dirname, `commands/${command}.ts`)

/** Runs a command as in a new checkout. */
const commandIn = (cwd: string, command: string, ...args: string[]) => runNode(cwd, {}, pathOf(command), ...args)
const startWith = (env: Record<string, string>) => runNode(newFolder(), env, pathOf('start'))
const evaluate = (cwd: string, env: Record<string, string>, program: string) =>
  runNode(cwd, env, '--input-type=module', '--eval', program)

describe('settings of a local run', () => {
  /** Reads the settings in a process of its own, because settings files change the environment. */
  function toldWith(shell: Record<string, string>, folder = newFolder()): unknown {
    const program = `import { localEnv, localPort, wantsLocalChain } from ${localEnv}
      const { BETA_ACCESS = null } = process.env
      console.log(JSON.stringify({ ...localEnv(), port: await localPort(), BETA_ACCESS, chain: wantsLocalChain() }))`
    const { stdout, stderr } = evaluate(folder, shell, program)
    expect(stderr).toBe('')
    return JSON.parse(stdout)
  }

  it('stands in .env, but for what the shell sets', async () => {
    const [port, other] = [await randomFreePort(), await randomFreePort()]
    const folder = newFolder()
    writeFileSync(
      join(folder, '.env'),
      `PORT=${port}\nDATA_DIR=elsewhere\nLOG_LEVEL=debug\n# none\nBETA_ACCESS="closed"\n`,
    )
    expect(toldWith({}, folder)).toEqual({
      DATA_DIR: 'elsewhere',
      LOG_LEVEL: 'debug',
      port,
      BETA_ACCESS: 'closed',
      chain: true,
    })
    expect(toldWith({ PORT: String(other), LOG_LEVEL: 'error', BETA_ACCESS: '' }, folder)).toEqual({
      DATA_DIR: 'elsewhere',
      LOG_LEVEL: 'error',
      port: other,
      BETA_ACCESS: '',
      chain: true,
    })
  })

  it('is no chain where somebody names a node or another network', () => {
    expect(toldWith({ RPC_URLS: 'http://127.0.0.1:8545' })).toMatchObject({ chain: false })
    expect(toldWith({ CHAIN: 'base-sepolia' })).toMatchObject({ chain: false })
    expect(toldWith({ CHAIN: 'local', RPC_URLS: '' })).toMatchObject({ chain: true })
  })

  it('is made up where nobody says', async () => {
    const port = await randomFreePort()
    expect(toldWith({ PORT: String(port) })).toEqual({
      DATA_DIR: '.data',
      LOG_LEVEL: 'warn',
      port,
      BETA_ACCESS: null,
      chain: true,
    })
  })
})

describe('a port that another program is using', () => {
  let other: Server
  let taken: number
  beforeEach(async () => {
    other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    taken = (other.address() as AddressInfo).port
  })
  afterEach(() => other.close())

  it('is told before anything is built or prepared', () => {
    expect(startWith({ PORT: String(taken) })).toEqual({
      ...{ status: 1, stdout: '' },
      stderr: `PORT is ${taken}, which another program is using. Stop it, or name another port\n`,
    })
  })

  it('is left to it by the sandbox of X, which takes the next one it can listen on', async () => {
    const next = await randomFreePort()
    const sandbox = await startSandbox([taken, next])
    expect(sandbox.url).toBe(`http://127.0.0.1:${next}`)
    await expect(startSandbox([taken, next])).rejects.toThrow('No port is free')
    const anywhere = await startSandbox([taken, next, 0])
    expect([taken, next]).not.toContain(Number(new URL(anywhere.url).port))
    await sandbox.stop()
    await anywhere.stop()
  })
})

it('`npm start` names a wrong setting before it builds or prepares anything', () => {
  expect(startWith({ LOG_LEVEL: 'loud' })).toEqual({
    ...{ status: 1, stdout: '' },
    stderr: expect.stringMatching(/^Aura cannot start with these settings:\nLOG_LEVEL: .*\n$/),
  })
})

it('a second `npm start` on the same data names the first', () => {
  const folder = newFolder()
  const data = join(folder, '.data')
  mkdirSync(data)
  takeLock(join(data, 'server.lock'), data)
  expect(commandIn(folder, 'start')).toMatchObject({
    ...{ status: 1, stdout: '' },
    stderr: `${data} is in use by process ${process.pid}; stop that Aura first\n`,
  })
})

it('`npm run backup` makes no database where there is none', () => {
  const folder = newFolder()
  expect(commandIn(folder, 'backup', 'copy')).toMatchObject({
    status: 1,
    stderr: `There is nothing to back up: DATA_DIR (${join(folder, '.data')}) has no database.\n`,
  })
  expect(readdirSync(folder)).toEqual([])
})

it('an earlier version’s data are neither no database nor a new one', () => {
  const folder = newFolder()
  mkdirSync(join(folder, '.data/database'), { recursive: true })
  writeFileSync(join(folder, '.data/database/PG_VERSION'), '18')
  const reason = expect.stringMatching(/^This database was made by an earlier version of Aura/)
  expect(commandIn(folder, 'backup', 'copy')).toMatchObject({ status: 1, stderr: reason })
  const { status, stdout } = commandIn(folder, 'doctor', '--json')
  const findings = [{ check: 'database', status: 'problem', text: reason }]
  expect([status, JSON.parse(stdout)]).toEqual([1, { ok: false, findings }])
  expect(readdirSync(folder)).toEqual(['.data'])
})

describe('off local', () => {
  let folder: string
  beforeEach(() => {
    folder = newFolder()
    writeFileSync(join(folder, '.env'), 'CHAIN=base\n')
  })
  afterEach(() => expect(readdirSync(folder)).toEqual(['.env']))

  it('no database is brought: a program says that it needs one', () => {
    const { status, stderr } = commandIn(folder, 'audit')
    expect(status).toBe(1)
    expect(stderr).toContain('\nDATABASE_URL: name a PostgreSQL server, as postgres://user:password@host:5432/name\n')
  })

  it('`npm run dev` says before anything else that it is for local', () => {
    expect(commandIn(folder, 'dev')).toMatchObject({
      ...{ status: 1, stdout: '' },
      stderr: 'npm run dev serves http://localhost; CHAIN=base needs https. Set CHAIN=local, or run npm start\n',
    })
  })
})

it('a port that needs rights is not said to be in use', () => {
  // Simulates the system's error for a user without rights to the port.
  const program = `import { Server } from 'node:net'
    Server.prototype.listen = function () {
      process.nextTick(() => this.emit('error', Object.assign(new Error('listen'), { code: 'EACCES' })))
    }
    const { localPort } = await import(${localEnv})
    await localPort().catch(({ message }) => console.log(message))`
  expect(evaluate(tmpdir(), { PORT: '80' }, program).stdout).toBe(
    'PORT is 80, on which this user may not listen. Name another port, such as 4000\n',
  )
})

it('a server is told where the chain is, and all that is on it', () => {
  const contracts = { usdc: '0x1', vouch: '0x2', steeze: '0x3', feed: '0x4', accounts: '0x6' } as const
  const keys = { signerKey: '0x5', relayKey: '0x7' } as const
  const chain = { rpcUrl: 'http://127.0.0.1:1', chainId: 31_337, contracts, startBlock: 1, stop: async () => {} }
  const told = {
    RPC_URLS: 'http://127.0.0.1:1',
    USDC_TOKEN: '0x1',
    VOUCH_CONTRACT: '0x2',
    STEEZE_CONTRACT: '0x3',
    ETH_USD_FEED: '0x4',
    START_BLOCK: '1',
    STEEZE_SIGNER_KEY: '0x5',
  }
  expect(chainEnv({ ...chain, ...keys })).toEqual({ ...told, ACCOUNT_FACTORY: '0x6', RELAY_KEY: '0x7' })
  expect(chainEnv({ ...chain, ...keys, relayKey: null })).toEqual(told)
})
