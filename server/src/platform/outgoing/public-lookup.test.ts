import type { LookupAddress, lookup as systemLookup } from 'node:dns'
import { type AddressInfo, connect, createServer, isIP, type LookupFunction } from 'node:net'
import { describe, expect, it } from 'vitest'
import { isPublicAddress, publicLookup } from './public-lookup.ts'

function resolver(...answers: string[][]) {
  const asked: string[] = []
  const lookup = ((name: string, _options: unknown, callback: (error: null, found: LookupAddress[]) => void) => {
    asked.push(name)
    const found = answers[asked.length - 1] ?? []
    callback(
      null,
      found.map((address) => ({ address, family: isIP(address) })),
    )
  }) as unknown as typeof systemLookup
  return { asked, lookup }
}

const find = (lookup: LookupFunction, options: { all?: boolean } = {}) =>
  new Promise<unknown>((resolve, reject) => {
    lookup('push.example', options, (error, address) => (error ? reject(error) : resolve(address)))
  })

describe('an address', () => {
  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    'fe80::1%eth0',
    'localhost',
    '',
  ])('of no public network is refused: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '142.250.1.95', '2a00:1450:4001:80e::200a', '2600:1901:0:84ef::'])(
    'of the internet is accepted: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
})

describe('a name', () => {
  it('resolves once, to the checked addresses', async () => {
    const { asked, lookup } = resolver(['142.250.1.95', '2a00:1450::1'], ['127.0.0.1'])
    expect(await find(publicLookup(lookup), { all: true })).toEqual([
      { address: '142.250.1.95', family: 4 },
      { address: '2a00:1450::1', family: 6 },
    ])
    expect(asked).toEqual(['push.example'])
    expect(await find(publicLookup(resolver(['142.250.1.95']).lookup))).toBe('142.250.1.95')
  })

  it.each([[['127.0.0.1']], [['142.250.1.95', '10.0.0.1']], [['::ffff:127.0.0.1']], [[]]])(
    'that leads anywhere else is refused: %j',
    async (addresses) => {
      for (const all of [true, false]) {
        await expect(find(publicLookup(resolver(addresses).lookup), { all })).rejects.toThrow(
          /push\.example (leads|has)/,
        )
      }
    },
  )

  it('that resolves to this machine is never connected to', async () => {
    let connections = 0
    const server = createServer(() => connections++)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const socket = connect({ host: 'push.example', port, lookup: publicLookup(resolver(['127.0.0.1']).lookup) })
    const error = await new Promise<Error>((resolve) => socket.once('error', resolve))
    await new Promise<void>((resolve) => server.close(() => resolve()))
    expect([error.name, connections]).toEqual(['AddressRefused', 0])
  })
})
