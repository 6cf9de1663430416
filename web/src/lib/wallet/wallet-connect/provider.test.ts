import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ConnectCancelled } from '#lib/wallet/provider-rpc-error'
import type { ConnectStep } from './connect.ts'
import { createWalletConnect } from './provider.ts'
import type { Session, SessionEvent, SignClient } from './sign-client.ts'

const ADA = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const BO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const BASE = 8453
const OTHER = 10
const RELAY_WAIT_MS = 20_000

const ALL_METHODS = ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'wallet_switchEthereumChain']

const allowing = (accounts: string[], methods = ALL_METHODS): Session['namespaces'] => ({
  eip155: { accounts, methods },
})
const session = (topic: string, namespaces = allowing([`eip155:${BASE}:${ADA}`]), expiry = 1): Session => ({
  topic,
  expiry,
  namespaces,
})

/** A fake of the library, its relay and a wallet behind it, controlled by the test. */
function fakeClient(kept: Session[] = []) {
  const listeners: ((event: SessionEvent) => void)[] = []
  const asked: Parameters<SignClient['request']>[] = []
  const state = {
    kept,
    proposals: [] as { chainId: number; approve(session: Session): void; reject(error: unknown): void }[],
    propose: 'yes' as 'yes' | 'never' | Error,
    answer: (_method: string, _params: unknown): unknown => '0x5160',
    ended: [] as string[],
    rests: 0,
  }
  const client: SignClient = {
    sessions: () => state.kept,
    async propose(chainId) {
      if (state.propose instanceof Error) throw state.propose
      if (state.propose === 'never') await new Promise(() => undefined)
      const { promise, resolve, reject } = Promise.withResolvers<Session>()
      promise.catch(() => undefined)
      const approve = (approved: Session) => {
        state.kept = [...state.kept, approved]
        resolve(approved)
      }
      state.proposals.push({ chainId, approve, reject })
      return { uri: `wc:${state.proposals.length}`, approval: promise }
    },
    async request(...args) {
      asked.push(args)
      return state.answer(args[2], args[3])
    },
    async end(topic) {
      state.ended.push(topic)
      state.kept = state.kept.filter((each) => each.topic !== topic)
    },
    async rest() {
      state.rests += 1
    },
    onEvent: (listener) => listeners.push(listener),
  }
  const say = (event: SessionEvent) => {
    for (const listener of listeners) listener(event)
  }
  return { client, state, asked, say }
}

function setUp({ kept = [] as Session[], wasConnected = false } = {}) {
  const fake = fakeClient(kept)
  const steps: ConnectStep[] = []
  const person = { cancel: () => {}, again: () => {}, windowsOpen: 0 }
  const load = vi.fn(async () => fake.client)
  const wallet = createWalletConnect({
    chainId: BASE,
    relayWaitMs: RELAY_WAIT_MS,
    wasConnected: () => wasConnected,
    load,
    async openWindow({ onCancel, onAgain }) {
      person.windowsOpen += 1
      Object.assign(person, { cancel: onCancel, again: onAgain })
      return {
        show: (step) => steps.push(step),
        close: () => {
          person.windowsOpen -= 1
        },
      }
    },
  })
  const told: [event: string, value: unknown][] = []
  for (const event of ['connect', 'accountsChanged', 'chainChanged', 'disconnect']) {
    wallet.on(event, (value: unknown) => told.push([event, value]))
  }
  const ask = (method: string, params?: unknown) => wallet.request({ method, params })
  /** Requests an account and waits until the wallet has a proposal to approve. */
  const proposed = async (count = 1) => {
    await vi.waitFor(() => expect(steps.filter(({ kind }) => kind === 'scan')).toHaveLength(count))
    return fake.state.proposals[count - 1] as (typeof fake.state.proposals)[number]
  }
  const connected = async (approved = session('one')) => {
    const answer = ask('eth_requestAccounts')
    const { approve } = await proposed()
    approve(approved)
    return answer
  }
  return { ...fake, wallet, steps, person, load, told, ask, proposed, connected }
}

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
    const { ask, connected, steps, person, state, told } = setUp()
    expect(await connected()).toEqual([ADA])
    expect(steps).toEqual([{ kind: 'asking' }, { kind: 'scan', uri: 'wc:1' }])
    expect(state.proposals.map(({ chainId }) => chainId)).toEqual([BASE])
    expect(person.windowsOpen).toBe(0)
    expect(told).toEqual([
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
    const { connected, ask, told } = setUp()
    expect(await connected(session('one', allowing([`eip155:${OTHER}:${ADA}`])))).toEqual([ADA])
    expect(await ask('eth_chainId')).toBe('0xa')
    expect(told).toContainEqual(['chainChanged', '0xa'])
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
    const { connected, ask, say, told } = setUp()
    await connected()
    told.length = 0
    say({ kind: 'accounts', topic: 'one', accounts: [`eip155:${BASE}:${BO}`] })
    expect(await ask('eth_accounts')).toEqual([BO, ADA])
    say({ kind: 'accounts', topic: 'one', accounts: [BO.toLowerCase()] })
    say({ kind: 'accounts', topic: 'another', accounts: [ADA] })
    say({ kind: 'accounts', topic: 'one', accounts: ['nonsense', 7] })
    expect(told).toEqual([['accountsChanged', [BO, ADA]]])
    say({ kind: 'update', topic: 'one', namespaces: allowing([`eip155:${BASE}:${ADA}`]) })
    expect(told.at(-1)).toEqual(['accountsChanged', [ADA]])
  })

  it('is followed to another network', async () => {
    const { connected, ask, say, told } = setUp()
    await connected(session('one', allowing([`eip155:${BASE}:${ADA}`, `eip155:${OTHER}:${BO}`])))
    told.length = 0
    for (const chain of [OTHER, '0xa', '10', `eip155:${OTHER}`]) say({ kind: 'chain', topic: 'one', chain })
    expect(told).toEqual([
      ['chainChanged', '0xa'],
      ['accountsChanged', [BO]],
    ])
    expect(await ask('eth_chainId')).toBe('0xa')
    say({ kind: 'chain', topic: 'one', chain: 'nowhere' })
    expect(await ask('eth_chainId')).toBe('0xa')
  })

  it('on a network it never allowed is asked for nothing', async () => {
    const { connected, ask, say, asked } = setUp()
    await connected()
    say({ kind: 'chain', topic: 'one', chain: OTHER })
    await expect(ask('eth_sendTransaction', [{}])).rejects.toMatchObject({ code: 4901 })
    expect(asked).toEqual([])
  })

  it('is gone when it ends the session, or allows nothing any more', async () => {
    for (const end of [
      { kind: 'end', topic: 'one' },
      { kind: 'update', topic: 'one', namespaces: {} },
    ] as const) {
      const { connected, ask, say, told } = setUp()
      await connected()
      say(end)
      expect(await ask('eth_accounts')).toEqual([])
      expect(told.slice(-2)).toEqual([
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
    const { connected, ask, asked, told } = setUp()
    await connected(session('one', allowing([`eip155:${BASE}:${ADA}`, `eip155:${OTHER}:${ADA}`])))
    expect(await ask('wallet_switchEthereumChain', to(BASE))).toBeNull()
    expect(await ask('wallet_switchEthereumChain', to(OTHER))).toBeNull()
    expect(told.at(-1)).toEqual(['chainChanged', '0xa'])
    await ask('personal_sign', [])
    expect(asked).toEqual([['one', OTHER, 'personal_sign', []]])
  })

  it('asks the wallet otherwise, and passes its 4902 on', async () => {
    const { connected, ask, asked, state, say } = setUp()
    await connected()
    state.answer = () => Promise.reject({ code: 4902, message: 'Unrecognized chain ID.' })
    await expect(ask('wallet_switchEthereumChain', to(OTHER))).rejects.toMatchObject({ code: 4902 })
    expect(await ask('eth_chainId')).toBe('0x2105')
    state.answer = () => {
      const accounts = [`eip155:${BASE}:${ADA}`, `eip155:${OTHER}:${ADA}`]
      say({ kind: 'update', topic: 'one', namespaces: allowing(accounts) })
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
