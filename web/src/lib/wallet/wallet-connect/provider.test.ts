import { describe, expect, it, vi } from 'vitest'
import { ADA, allowing, BASE, BO, OTHER, session, setUp } from './provider-setup.ts'

describe('a connected wallet', () => {
  it.each(['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction'])('is asked %s as it is', async (method) => {
    const { connected, ask, asked } = setUp()
    await connected()
    expect(await ask(method, ['a', 'b'])).toBe('0x5160')
    expect(asked).toEqual([['one', BASE, method, ['a', 'b']]])
  })

  it('refuses with 4001, and passes other errors on', async () => {
    const { connected, ask, state } = setUp()
    await connected()
    state.answer = () => Promise.reject({ code: 5000, message: 'User rejected.' })
    await expect(ask('personal_sign', [])).rejects.toMatchObject({ code: 4001 })
    state.answer = () => Promise.reject({ code: -32_000, message: 'insufficient funds' })
    await expect(ask('eth_sendTransaction', [])).rejects.toEqual({ code: -32_000, message: 'insufficient funds' })
  })

  it('is not asked to read the chain, nor for what it did not allow', async () => {
    const { connected, ask, asked } = setUp()
    await connected(session('one', allowing([`eip155:${BASE}:${ADA}`], ['personal_sign'])))
    for (const method of ['eth_call', 'eth_getBalance', 'eth_sendTransaction', 'wallet_addEthereumChain']) {
      await expect(ask(method, [])).rejects.toMatchObject({ code: 4200, message: expect.stringContaining(method) })
    }
    expect(asked).toEqual([])
  })

  it('is followed to another account, by event or by what it allows', async () => {
    const { connected, ask, emit, emitted } = setUp()
    await connected()
    emitted.length = 0
    emit({ kind: 'accounts', topic: 'one', accounts: [`eip155:${BASE}:${BO}`] })
    expect(await ask('eth_accounts')).toEqual([BO, ADA])
    emit({ kind: 'accounts', topic: 'one', accounts: [BO.toLowerCase()] })
    emit({ kind: 'accounts', topic: 'another', accounts: [ADA] })
    emit({ kind: 'accounts', topic: 'one', accounts: ['nonsense', 7] })
    expect(emitted).toEqual([['accountsChanged', [BO, ADA]]])
    emit({ kind: 'update', topic: 'one', namespaces: allowing([`eip155:${BASE}:${ADA}`]) })
    expect(emitted.at(-1)).toEqual(['accountsChanged', [ADA]])
  })

  it('is followed to another network', async () => {
    const { connected, ask, emit, emitted } = setUp()
    await connected(session('one', allowing([`eip155:${BASE}:${ADA}`, `eip155:${OTHER}:${BO}`])))
    emitted.length = 0
    for (const chain of [OTHER, '0xa', '10', `eip155:${OTHER}`]) emit({ kind: 'chain', topic: 'one', chain })
    expect(emitted).toEqual([
      ['chainChanged', '0xa'],
      ['accountsChanged', [BO]],
    ])
    expect(await ask('eth_chainId')).toBe('0xa')
    emit({ kind: 'chain', topic: 'one', chain: 'nowhere' })
    expect(await ask('eth_chainId')).toBe('0xa')
  })

  it('on a network it never allowed is asked for nothing', async () => {
    const { connected, ask, emit, asked } = setUp()
    await connected()
    emit({ kind: 'chain', topic: 'one', chain: OTHER })
    await expect(ask('eth_sendTransaction', [{}])).rejects.toMatchObject({ code: 4901 })
    expect(asked).toEqual([])
  })

  it('is gone when it ends the session, or allows nothing any more', async () => {
    for (const end of [
      { kind: 'end', topic: 'one' },
      { kind: 'update', topic: 'one', namespaces: {} },
    ] as const) {
      const { connected, ask, emit, emitted } = setUp()
      await connected()
      emit(end)
      expect(await ask('eth_accounts')).toEqual([])
      expect(emitted.slice(-2)).toEqual([
        ['accountsChanged', []],
        ['disconnect', expect.objectContaining({ code: 4900 })],
      ])
    }
  })

  it('is disconnected at once, and told so, also where the relay does not answer', async () => {
    const { connected, ask, state, client } = setUp()
    await connected()
    client.end = vi.fn(() => Promise.reject(new Error('no relay')))
    expect(await ask('wallet_revokePermissions')).toBeNull()
    expect(client.end).toHaveBeenCalledWith('one')
    expect(await ask('eth_accounts')).toEqual([])
    expect(state.kept).toHaveLength(1)
  })

  it('is left for another one, and kept where that comes to nothing', async () => {
    const { connected, ask, proposed, state } = setUp()
    await connected()
    const refused = ask('wallet_requestPermissions')
    refused.catch(() => undefined)
    ;(await proposed(2)).reject({ code: 5000 })
    await expect(refused).rejects.toMatchObject({ code: 4001 })
    expect([await ask('eth_accounts'), state.ended, state.rests]).toEqual([[ADA], [], 0])

    const another = ask('wallet_requestPermissions')
    ;(await proposed(3)).approve(session('two', allowing([`eip155:${BASE}:${BO}`])))
    await another
    expect([await ask('eth_accounts'), state.ended]).toEqual([[BO], ['one']])
  })
})

describe('switching the network', () => {
  const to = (chainId: number) => [{ chainId: `0x${chainId.toString(16)}` }]

  it('asks nobody where the wallet allowed both', async () => {
    const { connected, ask, asked, emitted } = setUp()
    await connected(session('one', allowing([`eip155:${BASE}:${ADA}`, `eip155:${OTHER}:${ADA}`])))
    expect(await ask('wallet_switchEthereumChain', to(BASE))).toBeNull()
    expect(await ask('wallet_switchEthereumChain', to(OTHER))).toBeNull()
    expect(emitted.at(-1)).toEqual(['chainChanged', '0xa'])
    await ask('personal_sign', [])
    expect(asked).toEqual([['one', OTHER, 'personal_sign', []]])
  })

  it('asks the wallet otherwise, and passes its 4902 on', async () => {
    const { connected, ask, asked, state, emit } = setUp()
    await connected()
    state.answer = () => Promise.reject({ code: 4902, message: 'Unrecognized chain ID.' })
    await expect(ask('wallet_switchEthereumChain', to(OTHER))).rejects.toMatchObject({ code: 4902 })
    expect(await ask('eth_chainId')).toBe('0x2105')
    state.answer = () => {
      const accounts = [`eip155:${BASE}:${ADA}`, `eip155:${OTHER}:${ADA}`]
      emit({ kind: 'update', topic: 'one', namespaces: allowing(accounts) })
      return null
    }
    expect(await ask('wallet_switchEthereumChain', to(OTHER))).toBeNull()
    expect(await ask('eth_chainId')).toBe('0xa')
    expect(asked.map(([, chainId, method]) => [chainId, method])).toEqual([
      [BASE, 'wallet_switchEthereumChain'],
      [BASE, 'wallet_switchEthereumChain'],
    ])
  })

  it('is 4902 where the wallet can’t be asked, and -32602 where nobody knows what is meant', async () => {
    const { connected, ask } = setUp()
    await connected(session('one', allowing([`eip155:${BASE}:${ADA}`], ['personal_sign'])))
    await expect(ask('wallet_switchEthereumChain', to(OTHER))).rejects.toMatchObject({ code: 4902 })
    await expect(ask('wallet_switchEthereumChain', [])).rejects.toMatchObject({ code: -32602 })
  })
})
