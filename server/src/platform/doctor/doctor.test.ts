import { chmodSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { collector } from '../../../../tests/server/collector.ts'
import { serveLocally } from '../../../../tests/server/local-server.ts'
import { memoryFiles } from '../../../../tests/server/memory-files.ts'
import { startNats } from '../../../../tests/server/nats/start-nats.ts'
import { selfSigned } from '../../../../tests/server/self-signed.ts'
import { type Block, CallReverted, type Chain, ChainUnreachable, type Verifier } from '../chain/chain.ts'
import type { Files } from '../files/files.ts'
import { openNats } from '../live/nats/nats-link.ts'
import { boundedFetch } from '../outgoing/bounded-fetch.ts'
import { type Check, isSound, ok, problem, report, runChecks, warning } from './check.ts'
import { checkChainClock, differenceMs } from './check-clock.ts'
import { checkDisk } from './check-disk.ts'
import { checkFiles, checkFolder } from './check-files.ts'
import { checkNats } from './check-nats.ts'
import { checkNodes } from './check-nodes.ts'
import { checkPublicAddress, judgeCertificate, judgeConnection } from './check-public-address.ts'
import { checkTraces } from './check-traces.ts'

const NOW = new Date('2026-03-02T12:00:00Z')
const clock = { now: () => NOW }

const ended: (() => void)[] = []
afterEach(() => {
  for (const end of ended.splice(0)) end()
})

describe('checks', () => {
  const check = (name: string, run: Check['run']): Check => ({ name, run })

  it('are reported in order, and what one throws is a problem', async () => {
    const found = await runChecks(
      [
        check('one', async () => [ok('Fine'), warning('Mind this. Do that.')]),
        check('second', () => Promise.reject(new Error('no such thing\nwith a stack'))),
      ],
      1_000,
    )
    expect(report(found)).toBe(
      [
        'ok       one     Fine',
        'WARNING  one     Mind this. Do that.',
        'PROBLEM  second  no such thing',
        '',
        '1 problem, 1 warning',
        '',
      ].join('\n'),
    )
    expect(isSound(found)).toBe(false)
    expect(isSound(found.slice(0, 2))).toBe(true)
  })

  it('end, also those that never do', async () => {
    const [found] = await runChecks([check('slow', () => new Promise(() => {}))], 20)
    expect(found).toEqual({ check: 'slow', status: 'problem', text: 'no response within 20 ms' })
  })
})

describe('the clock', () => {
  const after = (ms: number) => new Date(NOW.getTime() + ms)

  it.each([
    [-5_000, -5_000],
    [0, 0],
    [40, 0],
    [100, 0],
    [9_100, 9_000],
  ])('of another that says %i ms is off by %i', (theirs, difference) => {
    expect(differenceMs(after(theirs), NOW, after(100))).toBe(difference)
  })

  it('is behind when blocks come from the future', async () => {
    const chain = (time: Date) => ({ latest: async () => ({ number: 1, hash: '', time }) }) as unknown as Chain
    expect(await checkChainClock(chain(after(-60_000)), clock)).toMatchObject([{ status: 'ok' }])
    expect(await checkChainClock(chain(after(40_000)), clock)).toEqual([
      problem("The newest block is 40 s ahead of this machine's clock. Run a time service (NTP)."),
    ])
  })
})

const folder = () => mkdtempSync(join(tmpdir(), 'aura-doctor-'))

describe('the disk', () => {
  it.each([
    [50e9, 'ok'],
    [1e9, 'warning'],
    [1e8, 'problem'],
  ])('with %d bytes free is %s', async (bytes, status) => {
    expect(await checkDisk(folder(), async () => bytes)).toMatchObject([{ status }])
  })

  it.skipIf(process.platform === 'win32').each([
    [0o700, []],
    [0o710, []],
    [0o750, ['warning']],
    [0o711, ['warning']],
    [0o755, ['warning']],
  ])(
    'with mode %o of DATA_DIR warns that others can enter it: %j [access.data-dir-private]',
    async (mode, warnings) => {
      const path = folder()
      chmodSync(path, mode)
      expect((await checkDisk(path, async () => 50e9)).map(({ status }) => status)).toEqual(['ok', ...warnings])
    },
  )

  it('takes no writes where a file stands in the way', async () => {
    const path = join(folder(), 'data')
    writeFileSync(path, '')
    expect(await checkDisk(path)).toMatchObject([
      { status: 'problem', text: expect.stringContaining("can't be written") },
    ])
  })

  it.skipIf(process.platform === 'win32')('is not written to through a link that was planted', async () => {
    const [path, elsewhere] = [folder(), join(folder(), 'of-root')]
    writeFileSync(elsewhere, 'kept')
    symlinkSync(elsewhere, join(path, `.doctor-${process.pid}`))
    expect(await checkDisk(path, async () => 50e9)).toMatchObject([{ status: 'ok' }])
    expect(readFileSync(elsewhere, 'utf8')).toBe('kept')
  })

  it('is that of the folder above while there is no such folder, and gets none', async () => {
    const path = folder()
    expect(await checkDisk(join(path, 'data/of-aura'), async () => 50e9)).toMatchObject([{ status: 'ok' }])
    expect(readdirSync(path)).toEqual([])
  })
})

describe('the place for images', () => {
  const within = (files: Partial<Files>) => checkFiles({ ...memoryFiles(), ...files }, 'the bucket')

  it('passes if it stores, reads and removes', async () => {
    expect(await within({})).toMatchObject([{ status: 'ok' }])
  })

  it.each<[Partial<Files>, RegExp]>([
    [{ put: () => Promise.reject(new Error('file storage returned 403')) }, /can't be stored in the bucket: .* 403/],
    [{ get: async () => null }, /isn't what is read/],
    [{ get: async () => new Uint8Array(3) }, /isn't what is read/],
    [{ remove: async () => {} }, /Nothing can be removed/],
  ])('fails otherwise (%#)', async (files, text) => {
    expect(await within(files)).toEqual([problem(expect.stringMatching(text) as unknown as string)])
  })

  it('is left as it was: folders of the user who asks would keep the server out', async () => {
    const path = folder()
    for (const images of [path, join(path, 'images')]) {
      expect(await checkFolder(images, 'DATA_DIR/images')).toMatchObject([{ status: 'ok' }])
      expect(readdirSync(path)).toEqual([])
    }
  })

  it('fails if the folder is a file', async () => {
    const path = join(folder(), 'images')
    writeFileSync(path, '')
    expect(await checkFolder(path, 'DATA_DIR/images')).toEqual([
      problem(expect.stringMatching(/can't be stored in DATA_DIR\/images/) as unknown as string),
    ])
  })
})

describe('nodes', () => {
  const block = (number: number): Block => ({ number, hash: `0x${number}`, time: NOW })
  const node = (name: string, more: Partial<Verifier> = {}): Verifier => ({
    name,
    chainId: async () => 8_453,
    latest: async () => block(99),
    finalised: async () => block(90),
    block: async (number) => block(number),
    scan: async () => ({
      before: undefined,
      last: block(7),
      logs: [{ address: '0x', topics: [], data: '0x', block: block(7), txHash: '0xabc', logIndex: 0 }],
    }),
    transfers: async () => [],
    accountLogs: async () => [],
    receiptLogs: async () => [{ address: '0x', topics: [], data: '0x', block: block(7), txHash: '0xabc', logIndex: 0 }],
    call: async () => '0x06',
    isContractSignature: () => Promise.reject(new Error('not asked')),
    transactionCount: () => Promise.reject(new Error('not asked')),
    ...more,
  })
  const check = (...verifiers: Verifier[]) =>
    checkNodes(
      {
        id: 8_453,
        kind: 'base',
        name: 'Base',
        startBlock: 7,
        contracts: { usdc: '0x', steeze: '0x', vouch: '0x' },
        verifiers,
      } as unknown as Chain,
      clock,
    )
  const unreachable = (why: string) => () => Promise.reject(new ChainUnreachable(why))

  it('pass when two of them agree', async () => {
    expect(await check(node('one'), node('two'))).toEqual([ok('2 of 2 nodes of Base serve; block 90 is final')])
  })

  it.each<[Partial<Verifier>, string]>([
    [
      { chainId: unreachable('one did not answer: refused.') },
      "one doesn't respond: refused. Check its address in RPC_URLS and its key.",
    ],
    [{ chainId: async () => 1 }, 'one is on network 1, but CHAIN=base is network 8453. Replace it in RPC_URLS.'],
    [
      { finalised: unreachable('unknown tag') },
      'one knows no final block: unknown tag. Use a node with the "finalized" block.',
    ],
    [
      { call: unreachable('missing trie node') },
      "one can't read the state at its final block 90: missing trie node. Use a node that keeps the state of 1,000 blocks.",
    ],
    [
      { scan: unreachable('pruned') },
      "one can't read the logs of START_BLOCK 7: pruned. Use a node that keeps all logs.",
    ],
    [
      { scan: async () => ({ before: undefined, last: undefined, logs: [] }) },
      "one doesn't know START_BLOCK 7. Wait for it to sync, or correct START_BLOCK.",
    ],
    [{ receiptLogs: async () => [] }, 'one has no receipt of 0xabc. Use a node that keeps all receipts.'],
    [
      { finalised: async () => ({ ...block(90), time: new Date(NOW.getTime() - 7_200_000) }) },
      'one is not in sync: its newest final block is 120 minutes old. Wait for it, or replace it.',
    ],
  ])('fail by name and reason (%#)', async (fault, text) => {
    expect(await check(node('one', fault), node('two'))).toEqual([problem(text)])
  })

  it('may revert a call: that is an answer', async () => {
    const reverting = node('one', { call: () => Promise.reject(new CallReverted('no')) })
    expect(await check(reverting, node('two'))).toMatchObject([{ status: 'ok' }])
  })

  it('fail when they disagree, and warn when they are not two', async () => {
    const other = node('two', { block: async (number) => ({ ...block(number), hash: 'another' }) })
    expect(await check(node('one'), other)).toMatchObject([
      { status: 'problem', text: expect.stringContaining('disagree') },
    ])
    expect(await check(node('one'))).toMatchObject([{ status: 'warning' }])
    expect(await check(node('one'), node('one'))).toMatchObject([{ status: 'warning' }])
  })
})

describe('the certificate', () => {
  const HOUR_MS = 3_600_000
  const judge = (lifetimeHours: number, leftHours: number) =>
    judgeCertificate(
      {
        begins: new Date(NOW.getTime() + (leftHours - lifetimeHours) * HOUR_MS),
        ends: new Date(NOW.getTime() + leftHours * HOUR_MS),
        protocol: 'TLSv1.3',
      },
      NOW,
    )
  const [halfADay, sixDays, ninetyDays, year] = [12, 6 * 24, 90 * 24, 365 * 24] as const

  it.each([
    [halfADay, 12, '12 hours'],
    [halfADay, 2.5, '3 hours'],
    [sixDays, 25, '1 day'],
    [ninetyDays, 20 * 24, '20 days'],
    [year, 15 * 24, '15 days'],
  ])('of %i hours is fine with %d hours left', (lifetime, left, text) => {
    expect(judge(lifetime, left)).toEqual(ok(`TLSv1.3, and a certificate that ends in ${text}`))
  })

  it.each([
    [halfADay, 1.5, '2 hours'],
    [halfADay, 0.5, '1 hour'],
    [sixDays, 20, '20 hours'],
    [ninetyDays, 13.5 * 24, '13 days'],
    [year, 13.5 * 24, '13 days'],
  ])('of %i hours should have been renewed with %d hours left', (lifetime, left, text) => {
    expect(judge(lifetime, left)).toEqual(
      warning(`The certificate ends in ${text}. Renew it, and see why that did not happen by itself.`),
    )
  })
})

describe('how the server sees the proxy', () => {
  const url = new URL('https://aura.example')
  const right = {
    address: '198.51.100.1',
    peer: '10.0.0.2',
    forwardedFor: '203.0.113.7, 198.51.100.1',
    host: 'aura.example',
  }
  const judge = (more: Partial<typeof right> | { forwardedFor: null }, isPublic = false) =>
    judgeConnection({ ...right, ...more }, url, isPublic)

  it('is right', () => expect(judge({})).toMatchObject([{ status: 'ok' }]))

  it.each<[Parameters<typeof judge>[0], string, RegExp]>([
    [{ forwardedFor: null }, 'problem', /sends no X-Forwarded-For/],
    [{ forwardedFor: '203.0.113.7' }, 'problem', /clients' own/],
    [{ address: '10.0.0.2' }, 'problem', /Add 10\.0\.0\.2 to TRUST_PROXY/],
    [{ address: '203.0.113.7' }, 'problem', /also trusts 198\.51\.100\.1/],
    [{ forwardedFor: '203.0.113.7, 127.0.0.1', address: '203.0.113.7' }, 'warning', /from another machine/],
    [{ host: 'inner:3000' }, 'problem', /passes the name inner:3000 on/],
  ])('is wrong (%#)', (more, status, text) => {
    expect(judge(more)).toEqual([{ status, text: expect.stringMatching(text) }])
  })

  it.each(['172.18.0.1', 'fdbf:67fd:a498::1'])('may be wrong if a public site takes %s for a client', (gateway) => {
    const behind = { forwardedFor: gateway, address: gateway }
    expect(judge(behind, true)).toEqual([
      { status: 'warning', text: expect.stringContaining(`The proxy takes ${gateway}, which isn't public,`) },
    ])
    expect(judge(behind)).toMatchObject([{ status: 'ok' }])
  })

  it.each(['8.8.8.8', '2606:4700::1111'])('is right if a public site takes %s for a client', (address) => {
    expect(judge({ forwardedFor: `${address}, 10.0.0.3`, address }, true)).toMatchObject([{ status: 'ok' }])
  })
})

describe('the public address', () => {
  async function serve(listener: RequestListener, tls?: { cert: string; key: string }): Promise<string> {
    const server = await serveLocally(listener, tls)
    ended.push(server.close)
    return server.url
  }
  const check = (origin: string) =>
    checkPublicAddress(
      {
        origin,
        metricsToken: 'token',
        topic: 'news',
        ask: boundedFetch({ timeoutMs: 2_000, maxBytes: 10_000, maxAtOnce: 2 }),
        clock,
        headMs: 2_000,
        bodyMs: 200,
      },
      new AbortController().signal,
    )
  const stream: RequestListener = (request, response) => {
    if (request.url === '/readyz') return void response.end('{}')
    if (request.url === '/connection') {
      const peer = '127.0.0.1'
      return void response.end(JSON.stringify({ address: peer, peer, forwardedFor: null, host: request.headers.host }))
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 1000\n\n')
  }
  const texts = async (listener: RequestListener) => (await check(await serve(listener))).map(({ text }) => text)

  it('passes what streams at once', async () => {
    const found = await check(await serve(stream))
    expect(found).toEqual([
      ok('Live updates arrive at once'),
      ok('The server is ready'),
      expect.objectContaining({ status: 'skipped' }),
    ])
  })

  it('finds a proxy that buffers, compresses or answers by itself', async () => {
    const only =
      (live: RequestListener): RequestListener =>
      (request, response) =>
        request.url?.startsWith('/api/live') ? live(request, response) : stream(request, response)
    const type = { 'content-type': 'text/event-stream' }
    expect(await texts(only((_, response) => response.writeHead(200, type).flushHeaders()))).toContain(
      'The proxy holds live updates back. Turn buffering off for /api/live.',
    )
    expect(
      await texts(
        only((_, response) => void response.writeHead(200, { ...type, 'content-encoding': 'gzip' }).write('x')),
      ),
    ).toContainEqual(expect.stringContaining('compresses'))
    expect(await texts(only((_, response) => void response.writeHead(404).end('no')))).toContainEqual(
      expect.stringContaining('status 404 instead of a stream'),
    )
  })

  it('finds a server that is not ready or has another token', async () => {
    const refusing: RequestListener = (request, response) =>
      request.url?.startsWith('/api/live') ? stream(request, response) : void response.writeHead(503).end()
    const found = await texts(refusing)
    expect(found).toContainEqual(expect.stringContaining('/readyz returns status 503'))
    expect(found).toContainEqual(expect.stringContaining('refuses METRICS_TOKEN'))
  })

  it('names what is wrong with a certificate', async () => {
    const [found] = await check(await serve(stream, selfSigned()))
    expect(found).toMatchObject({
      status: 'problem',
      text: expect.stringMatching(/its certificate is self-signed\. Get/),
    })
  })

  it('is skipped where nothing runs on this machine', async () => {
    const origin = await serve(stream)
    for (const end of ended.splice(0)) end()
    expect(await check(origin)).toMatchObject([{ status: 'skipped' }])
    expect(await check(origin.replace('http:', 'https:'))).toMatchObject([
      { status: 'problem', text: expect.stringContaining('nothing listens there') },
    ])
  })
})

describe('the collector of traces', () => {
  const ask = boundedFetch({ timeoutMs: 5_000, maxBytes: 1_024, maxAtOnce: 1 })
  const check = (endpoint: string) => checkTraces(endpoint, ask, AbortSignal.timeout(5_000))

  it('is asked to take an export without spans', async () => {
    const { endpoint, paths, bodies, close } = await collector()
    expect(await check(`${endpoint}/`)).toEqual([ok('The collector takes traces')])
    await close()
    expect([paths, bodies]).toEqual([['POST /v1/traces'], ['{"resourceSpans":[]}']])
  })

  it('is a warning when it refuses or is away, with what to do', async () => {
    const refusing = await collector(() => 404)
    expect(await check(refusing.endpoint)).toEqual([
      warning(expect.stringMatching(/refuses traces \(status 404\).*usually port 4318/)),
    ])
    await refusing.close()
    expect(await check(refusing.endpoint)).toEqual([
      warning(expect.stringMatching(/can't be reached: .*ECONNREFUSED.* Check OTEL_EXPORTER_OTLP_ENDPOINT/)),
    ])
  })
})

describe('NATS', () => {
  const check = (urls: string[]) => checkNats(urls, openNats, AbortSignal.timeout(60_000))

  it('is asked, each server of it, across two connections', async () => {
    const nats = await startNats()
    const { host } = new URL(nats.url)
    expect(await check([nats.url])).toEqual([ok(`NATS at ${host} passes messages on`)])
    const other = await startNats()
    await nats.stop()
    expect(await check([nats.url, other.url])).toEqual([
      warning(expect.stringMatching(/can't be used: .*Check NATS_URL; until then live edges show nothing new/)),
      ok(`NATS at ${new URL(other.url).host} passes messages on`),
    ])
    await other.stop()
  })
})
