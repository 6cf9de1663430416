import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ConnectCancelled } from '#lib/wallet/provider-rpc-error'
import { ADA, allowing, BASE, BO, OTHER, RELAY_WAIT_MS, session, setUp } from './provider-setup.ts'

describe('before anybody asks for an account', () => {
  it('nothing is loaded, and there is no account [frame.wallet-connect]', async () => {
    const { ask, load } = setUp({ kept: [session('old')] })
    expect(await ask('eth_accounts')).toEqual([])
    expect(await ask('eth_chainId')).toBe('0x2105')
    expect(await ask('wallet_getPermissions')).toEqual([])
    await expect(ask('personal_sign', ['0x', ADA])).rejects.toMatchObject({ code: 4100 })
    expect(load).not.toHaveBeenCalled()
  })
})

describe('connecting', () => {
  it('shows the code until the wallet approves, and gives its account', async () => {
    const { ask, connected, steps, person, state, emitted } = setUp()
    expect(await connected()).toEqual([ADA])
    expect(steps).toEqual([{ kind: 'asking' }, { kind: 'scan', uri: 'wc:1' }])
    expect(state.proposals.map(({ chainId }) => chainId)).toEqual([BASE])
    expect(person.windowsOpen).toBe(0)
    expect(emitted).toEqual([
      ['connect', { chainId: '0x2105' }],
      ['accountsChanged', [ADA]],
    ])
    expect(await ask('eth_accounts')).toEqual([ADA])
    expect(await ask('eth_requestAccounts')).toEqual([ADA])
    expect(state.proposals).toHaveLength(1)
    expect(state.rests).toBe(0)
  })

  it.each([{ code: 4001 }, { code: 5000, message: 'User rejected.' }, { code: 5002 }])(
    'is refused with 4001 when the wallet says no as %j',
    async (no) => {
      const { ask, proposed, person, state } = setUp()
      const answer = ask('eth_requestAccounts')
      answer.catch(() => undefined)
      const { reject } = await proposed()
      reject(no)
      await expect(answer).rejects.toMatchObject({ code: 4001 })
      expect(person.windowsOpen).toBe(0)
      await vi.waitFor(() => expect(state.rests).toBe(1))
      expect(await ask('eth_accounts')).toEqual([])
    },
  )

  it('ends when the person closes the window, at any step', async () => {
    const scanning = setUp()
    const answer = scanning.ask('eth_requestAccounts')
    answer.catch(() => undefined)
    await scanning.proposed()
    scanning.person.cancel()
    await expect(answer).rejects.toBeInstanceOf(ConnectCancelled)
    expect(scanning.person.windowsOpen).toBe(0)
    await vi.waitFor(() => expect(scanning.state.rests).toBe(1))

    const waiting = setUp()
    waiting.state.propose = 'never'
    const early = waiting.ask('eth_requestAccounts')
    early.catch(() => undefined)
    await vi.waitFor(() => expect(waiting.steps).toEqual([{ kind: 'asking' }]))
    waiting.person.cancel()
    await expect(early).rejects.toMatchObject({ code: 4001 })
  })

  it('offers another code when one expired', async () => {
    const { ask, proposed, steps, person } = setUp()
    const answer = ask('eth_requestAccounts')
    const first = await proposed()
    first.reject({ code: 0, message: 'Proposal expired' })
    await vi.waitFor(() => expect(steps.at(-1)).toEqual({ kind: 'expired' }))
    person.again()
    const second = await proposed(2)
    expect(steps.at(-1)).toEqual({ kind: 'scan', uri: 'wc:2' })
    second.approve(session('one'))
    expect(await answer).toEqual([ADA])
  })

  it('shares one request between simultaneous callers', async () => {
    const { ask, proposed, state } = setUp()
    const both = Promise.all([ask('eth_requestAccounts'), ask('eth_requestAccounts')])
    const { approve } = await proposed()
    approve(session('one'))
    expect(await both).toEqual([[ADA], [ADA]])
    expect(state.proposals).toHaveLength(1)
  })

  it('takes no wallet that allows no account of ours', async () => {
    const { connected, ask } = setUp()
    await expect(connected(session('one', allowing([`cosmos:hub:${ADA}`])))).rejects.toMatchObject({ code: 4100 })
    expect(await ask('eth_accounts')).toEqual([])
  })

  it('starts on the network that is allowed where ours is not', async () => {
    const { connected, ask, emitted } = setUp()
    expect(await connected(session('one', allowing([`eip155:${OTHER}:${ADA}`])))).toEqual([ADA])
    expect(await ask('eth_chainId')).toBe('0xa')
    expect(emitted).toContainEqual(['chainChanged', '0xa'])
  })
})

describe('a relay out of reach', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    return () => vi.useRealTimers()
  })

  it('is waited for no longer than was said', async () => {
    const { ask, state, person } = setUp()
    state.propose = 'never'
    const settled = vi.fn()
    const answer = ask('eth_requestAccounts')
    answer.then(settled, settled)
    await vi.advanceTimersByTimeAsync(RELAY_WAIT_MS - 1)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await expect(answer).rejects.toMatchObject({
      code: 4900,
      message: 'Failed to connect wallet. Please try again.',
    })
    await vi.advanceTimersByTimeAsync(0)
    expect([person.windowsOpen, state.rests]).toEqual([0, 1])
  })

  it('or code that does not load, is told at once and can be tried again', async () => {
    const { ask, state, load, proposed } = setUp()
    load.mockRejectedValueOnce(new Error('no network'))
    await expect(ask('eth_requestAccounts')).rejects.toMatchObject({ code: 4900 })
    state.propose = new Error('no network')
    await expect(ask('eth_requestAccounts')).rejects.toMatchObject({ code: 4900 })
    state.propose = 'yes'
    const answer = ask('eth_requestAccounts')
    await vi.advanceTimersByTimeAsync(0)
    const { approve } = await proposed()
    approve(session('one'))
    expect(await answer).toEqual([ADA])
  })
})

describe('a later visit', () => {
  it('picks the latest session up where this browser was connected', async () => {
    const kept = [session('old', undefined, 1), session('new', allowing([`eip155:${BASE}:${BO}`]), 2)]
    const { ask, state, steps, asked } = setUp({ kept, wasConnected: true })
    expect(await ask('eth_accounts')).toEqual([BO])
    expect(await ask('personal_sign', ['0x4869', BO])).toBe('0x5160')
    expect(asked).toEqual([['new', BASE, 'personal_sign', ['0x4869', BO]]])
    expect([state.proposals, steps]).toEqual([[], []])
  })

  it('picks nothing up after a disconnect: it asks anew, and ends what was kept', async () => {
    const { connected, state } = setUp({ kept: [session('old', allowing([`eip155:${BASE}:${BO}`]))] })
    expect(await connected()).toEqual([ADA])
    await vi.waitFor(() => expect(state.ended).toEqual(['old']))
  })

  it('has no account where the code does not load', async () => {
    const { ask, load } = setUp({ kept: [session('old')], wasConnected: true })
    load.mockRejectedValueOnce(new Error('no network'))
    expect(await ask('eth_accounts')).toEqual([])
    expect(await ask('eth_accounts')).toEqual([ADA])
  })
})
