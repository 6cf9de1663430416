import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recoverTypedDataAddress } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type SmallNode, startSmallNode } from '../../../../../tests/server/chain/small-node.ts'
import { selfSigned } from '../../../../../tests/server/self-signed.ts'
import { type SignerEvent, type SignerProcess, startSigner } from './start-signer.ts'

const KEY = `0x${'7654321089abcdef'.repeat(4)}` as const
const STEEZE = `0x${'c'.repeat(40)}` as const
const ADA = `0x${'a'.repeat(40)}` as const
const BO = `0x${'b'.repeat(40)}` as const

let folder: string
let node: SmallNode
const running: SignerProcess[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aura-signer-'))
  node = await startSmallNode()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((signer) => signer.close()))
  node.close()
  rmSync(folder, { recursive: true, force: true })
})

const settings = () => ({
  key: KEY,
  dataDir: folder,
  extraCaCerts: null,
  chain: {
    kind: 'local' as const,
    confirmationSeconds: 0,
    startBlock: 0,
    rpcUrls: [node.url],
    contracts: { steeze: STEEZE, vouch: `0x${'d'.repeat(40)}`, usdc: `0x${'e'.repeat(40)}` },
  },
  // The daily cap is 70 Steeze.
  limits: { redeemDeadlineMs: 600_000, redeemDailyCapMicros: 7_000_000 },
})
async function start(
  options?: Parameters<typeof startSigner>[1],
  changed: Partial<Parameters<typeof startSigner>[0]> = {},
): Promise<SignerProcess> {
  const signer = await startSigner({ ...settings(), ...changed }, options)
  running.push(signer)
  return signer
}
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds
const withdrawal = (changed: object = {}) => ({
  chainId: 31_337,
  contract: STEEZE,
  wallet: ADA,
  limit: 60,
  deadline: inSeconds(600),
  ...changed,
})

function processes(): { pid: number; module: string }[] {
  const parentOf = (pid: number) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  }
  const isOurs = (pid: number): boolean => pid === process.pid || (pid > 1 && isOurs(parentOf(pid)))
  return readdirSync('/proc').flatMap((name) => {
    try {
      const [, module] =
        /signer\/(signer-supervisor|signer-process)\.ts/.exec(readFileSync(`/proc/${name}/cmdline`, 'utf8')) ?? []
      return module !== undefined && isOurs(Number(name)) ? [{ pid: Number(name), module }] : []
    } catch {
      return []
    }
  })
}
const pidOf = (module: string) => processes().find((each) => each.module === module)?.pid as number

describe('the process that signs', () => {
  it('signs what the contract accepts with its own key, and repeats the same signature', async () => {
    const signer = await start()
    expect(signer.address).toBe(privateKeyToAddress(KEY))
    const asked = withdrawal()
    const outcome = (await signer.sign(asked)) as { signature: `0x${string}` }
    const by = await recoverTypedDataAddress({
      domain: { name: 'SteezeStack', version: '1', chainId: 31_337, verifyingContract: STEEZE },
      types: {
        Withdrawal: [
          { name: 'account', type: 'address' },
          { name: 'limit', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      primaryType: 'Withdrawal',
      message: { account: ADA, limit: 60n, deadline: BigInt(asked.deadline) },
      signature: outcome.signature,
    })
    expect(by).toBe(signer.address)
    expect(await signer.sign(asked)).toEqual(outcome)
  })

  it('refuses by its own clock, contract, journal and node, and logs the reason', async () => {
    const signer = await start()
    const events: SignerEvent[] = []
    signer.listen((event) => events.push(event))
    node.withdrawn.set(BO, 30)
    const refused = async (changed: object) => ((await signer.sign(withdrawal(changed))) as { refused: string }).refused
    expect(await refused({ deadline: inSeconds(700) })).toBe('deadline')
    expect(await refused({ contract: ADA })).toBe('elsewhere')
    expect(await refused({ chainId: 8_453 })).toBe('elsewhere')
    expect(await refused({ limit: 0 })).toBe('malformed')
    expect(await refused({ limit: 0.5 })).toBe('malformed')
    expect(await refused({ wallet: BO, limit: 30 })).toBe('nothing-left')
    expect(await refused({ limit: 101 })).toBe('daily-cap')
    expect(events.map((event) => event.type === 'refused' && event.reason)).toEqual([
      'deadline',
      'elsewhere',
      'elsewhere',
      'malformed',
      'malformed',
      'nothing-left',
      'daily-cap',
    ])
    expect(await signer.sign(withdrawal({ limit: 60 }))).toHaveProperty('signature')
    node.withdrawn.set(ADA, 60)
    expect(await refused({ wallet: BO, limit: 71 })).toBe('daily-cap')
    expect(await signer.check(BO, 41)).toEqual({ refused: 'daily-cap' })
    expect(await signer.check(BO, 40)).toEqual({ refused: null })
    expect(await signer.sign(withdrawal({ wallet: BO, limit: 70 }))).toHaveProperty('signature')
  })

  it('refuses while the network is unreachable', async () => {
    const signer = await start({ orderMs: 300 })
    node.isSilent = true
    expect(await signer.sign(withdrawal())).toEqual({ refused: 'signer-away' })
    node.close()
    expect(await signer.sign(withdrawal())).toEqual({ refused: expect.stringMatching(/^(network|signer)-away$/) })
  })

  it("doesn't wait for a hanging node when enough others agree, and signs nothing when they don't", async () => {
    const others = [await startSmallNode(), await startSmallNode()] as const
    for (const other of others) other.finalTime = node.finalTime
    const urls = [node, ...others].map(({ url }) => url)
    const { chain } = settings()
    const ofThree = await start({}, { chain: { ...chain, rpcUrls: urls, nodeMs: 60_000 } })
    const ofTwo = await start({}, { chain: { ...chain, rpcUrls: urls.slice(0, 2), nodeMs: 300 } })
    node.isSilent = true
    expect(await ofThree.sign(withdrawal())).toHaveProperty('signature')
    expect(await ofTwo.sign(withdrawal())).toEqual({ refused: 'network-away' })
    for (const other of others) other.close()
  })

  it('trusts the configured certificates and no others', async () => {
    const certificate = selfSigned()
    const secure = await startSmallNode(certificate)
    const file = join(folder, 'ca.pem')
    writeFileSync(file, certificate.cert)
    const chain = { ...settings().chain, rpcUrls: [secure.url] }
    expect(await (await start({}, { chain })).check(ADA, 1)).toEqual({ refused: 'network-away' })
    expect(await (await start({}, { chain, extraCaCerts: file })).check(ADA, 1)).toEqual({ refused: null })
    secure.close()
  })

  it('limits the number of waiting orders', async () => {
    const signer = await start({ orderMs: 2_000, maxWaiting: 2 })
    node.isSilent = true
    const answered: string[] = []
    const check = async (name: string) => {
      expect(await signer.check(ADA, 1)).toEqual({ refused: 'signer-away' })
      answered.push(name)
    }
    await Promise.all(['first', 'second', 'third'].map(check))
    expect(answered[0]).toBe('third')
  })

  it("restores the day's released amounts after a crash and a restart", async () => {
    const first = await start()
    const events: SignerEvent[] = []
    first.listen((event) => events.push(event))
    const asked = withdrawal({ limit: 80 })
    const signed = await first.sign(asked)
    node.withdrawn.set(ADA, 79)
    process.kill(pidOf('signer-process'), 'SIGKILL')
    await vi.waitFor(() => expect(events).toContainEqual({ type: 'ended', retryMs: 250 }), { timeout: 60_000 })
    expect(await first.sign(withdrawal())).toEqual({ refused: 'signer-away' })
    await vi.waitFor(async () => expect(await first.check(BO, 20)).toEqual({ refused: null }), { timeout: 60_000 })
    expect(await first.check(BO, 21)).toEqual({ refused: 'daily-cap' })
    await first.close()

    // A line cut off by a power failure was never signed for.
    const [file] = readdirSync(join(folder, 'signer/1')) as [string]
    appendFileSync(join(folder, 'signer/1', file), '{"wallet":"0x')
    const second = await start()
    expect(await second.check(BO, 21)).toEqual({ refused: 'daily-cap' })
    expect(await second.sign(asked)).toEqual(signed)
    expect(await second.sign(withdrawal({ wallet: BO, limit: 20 }))).toHaveProperty('signature')
  })

  it('counts an unused signature up to a fiftieth of the cap, and an expired one only as far as it was used', async () => {
    const signer = await start()
    const deadline = inSeconds(5)
    await signer.sign(withdrawal({ limit: 100, deadline }))
    const expectRoomFor = async (amount: number) => {
      expect(await signer.check(BO, amount)).toEqual({ refused: null })
      expect(await signer.check(BO, amount + 1)).toEqual({ refused: 'daily-cap' })
    }
    // Unused, it takes up two: a fiftieth of the cap.
    await expectRoomFor(98)
    node.withdrawn.set(ADA, 10)
    node.finalTime = deadline
    await expectRoomFor(88)
    node.finalTime = deadline + 1
    await expectRoomFor(90)
  })

  it('refuses to start on an unreadable journal, and reports it', async () => {
    const first = await start()
    await first.sign(withdrawal())
    await first.close()
    const [file] = readdirSync(join(folder, 'signer/1')) as [string]
    appendFileSync(join(folder, 'signer/1', file), '{"wallet":"0x\n')
    await expect(startSigner(settings())).rejects.toThrow(/^Line 2 of the signer's journal .*can't be read/)
    await vi.waitFor(() => expect(processes()).toEqual([]), { timeout: 60_000 })
  })

  it('has no environment, can write its journal only, and leaves no process behind', async () => {
    vi.stubEnv('AURA_TEST_SECRET', 'of the server')
    const signer = await start()
    vi.unstubAllEnvs()
    const found = processes()
    expect(found.map(({ module }) => module).sort()).toEqual(['signer-process', 'signer-supervisor'])
    for (const { pid } of found) {
      const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
        .split('\0')
        .map((each) => each.split('=')[0])
      expect(names.filter((name) => name !== '' && !name?.startsWith('NODE_'))).toEqual([])
    }
    const flags = readFileSync(`/proc/${pidOf('signer-process')}/cmdline`, 'utf8').split('\0')
    const own = join(folder, 'signer/1')
    expect(flags).toContain('--permission')
    expect(flags.filter((flag) => flag.startsWith('--allow-') && !flag.startsWith('--allow-fs-read='))).toEqual([
      `--allow-fs-write=${own}`,
      `--allow-fs-write=${join(own, '*')}`,
    ])
    await signer.close()
    expect(await signer.sign(withdrawal())).toEqual({ refused: 'signer-away' })
    await vi.waitFor(() => expect(processes()).toEqual([]), { timeout: 60_000 })
  })

  it('ends with its supervisor, which is logged: nobody else has the key', async () => {
    const signer = await start()
    const events: SignerEvent[] = []
    signer.listen((event) => events.push(event))
    process.kill(pidOf('signer-supervisor'), 'SIGKILL')
    await vi.waitFor(() => expect([events, processes()]).toEqual([[{ type: 'lost' }], []]), { timeout: 60_000 })
    expect(await signer.sign(withdrawal())).toEqual({ refused: 'signer-away' })
  })

  it('signs on when a terminal sends its signals, also when it is closed', async () => {
    const signer = await start()
    for (const module of ['signer-supervisor', 'signer-process']) {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(pidOf(module), signal)
    }
    expect(await signer.sign(withdrawal())).toHaveProperty('signature')
  })

  it("has a separate journal beside another server's in the same folder", async () => {
    const [first, second] = [await start(), await start()]
    await first.sign(withdrawal())
    await second.sign(withdrawal())
    expect(
      readdirSync(join(folder, 'signer'))
        .filter((name) => !name.endsWith('.lock'))
        .sort(),
    ).toEqual(['1', '2'])
  })
})
