import { describe, expect, it } from 'vitest'
import { Actor } from '../../../../tests/server/actors/actors.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'

const links = { docs: 'https://docs.aura.example', x: null, chat: 'https://chat.aura.example' }
const x = {
  clientId: 'a public id',
  clientSecret: 'nobody else may know this',
  authorizeUrl: 'https://x.example/authorize',
  tokenUrl: 'https://x.example/token',
  userUrl: 'https://x.example/user',
  postUrl: 'https://x.example/post',
  imageOrigin: 'https://x.example',
  scopes: 'read',
  postingKey: null,
}
const demoBattle = { startsInMinutes: 2, minutes: 3 }
const secrets = { hashKey: 'this must stay on the server', metricsToken: 'so must this', adminWallets: ['0xadmin'] }

describe('the public configuration', () => {
  const test = openForAll(() =>
    testApp({ settings: { betaAccess: 'closed', demoWallet: true, demoBattle, links, x, ...secrets } }),
  )

  it('has network, access and links, for anyone [access.config-public]', async () => {
    expect(await new Actor(test).call('GET /api/config')).toEqual({
      chain: { kind: 'local', id: 31_337, name: 'Aura Local', explorerUrl: null },
      betaAccess: 'closed',
      demoWallet: true,
      demoBattle,
      walletConnect: null,
      passkeys: true,
      formerPasskeyHost: null,
      providers: [{ id: 'x', name: 'X', isChannel: true }],
      localChain: null,
      push: null,
      links,
    })
  })

  it('names the local chain to the demo wallet if there is one', async () => {
    const localRpcUrl = 'http://127.0.0.1:20000'
    const local = await testApp({ settings: { demoWallet: true, localRpcUrl } })
    try {
      const { usdc } = local.ctx.chain.contracts ?? {}
      const { body, headers } = await new Actor(local).send('GET', '/api/config')
      expect(body).toMatchObject({ localChain: { rpcUrl: localRpcUrl, usdc } })
      expect(headers['content-security-policy']).not.toContain(localRpcUrl)
    } finally {
      await local.close()
    }
  })

  it('contains no secret [access.config-public]', async () => {
    const text = JSON.stringify((await new Actor(test).send('GET', '/api/config')).body)
    for (const secret of [secrets.hashKey, secrets.metricsToken, x.clientSecret, ...secrets.adminWallets]) {
      expect(text).not.toContain(secret)
    }
  })

  it('names the WalletConnect project if there is one, and allows its relay in the CSP [frame.wallet-connect]', async () => {
    const walletConnectProjectId = 'c0ffee'.padEnd(32, '0')
    const other = await testApp({ settings: { walletConnectProjectId } })
    expect(await new Actor(other).call('GET /api/config')).toMatchObject({
      walletConnect: { projectId: walletConnectProjectId },
    })
    // Without a built web app there is no page, but its headers are set.
    const policy = async ({ app }: TestApp) =>
      String((await app.inject({ url: '/' })).headers['content-security-policy'])
    expect(await policy(other)).toContain('wss://relay.walletconnect.org')
    expect(await policy(test)).not.toContain('walletconnect')
    await other.close()
  })

  it('is not sent again to a client that has it', async () => {
    const visitor = new Actor(test)
    const first = await visitor.send('GET', '/api/config')
    const again = await visitor.send('GET', '/api/config', undefined, { 'if-none-match': String(first.headers.etag) })
    expect(again).toMatchObject({ status: 304, body: '' })
  })
})
