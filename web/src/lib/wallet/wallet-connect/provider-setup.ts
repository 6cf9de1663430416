import { expect, vi } from 'vitest'
import type { ConnectStep } from './connect.ts'
import { createWalletConnect } from './provider.ts'
import type { Session, SessionEvent, SignClient } from './sign-client.ts'

export const ADA = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const BO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const BASE = 8453
export const OTHER = 10
export const RELAY_WAIT_MS = 20_000

const ALL_METHODS = ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'wallet_switchEthereumChain']

export const allowing = (accounts: string[], methods = ALL_METHODS): Session['namespaces'] => ({
  eip155: { accounts, methods },
})
export const session = (topic: string, namespaces = allowing([`eip155:${BASE}:${ADA}`]), expiry = 1): Session => ({
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
      const approval = new Promise<Session>((resolve, reject) => {
        const approve = (approved: Session) => {
          state.kept = [...state.kept, approved]
          resolve(approved)
        }
        state.proposals.push({ chainId, approve, reject })
      })
      approval.catch(() => undefined)
      return { uri: `wc:${state.proposals.length}`, approval }
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
  const emit = (event: SessionEvent) => {
    for (const listener of listeners) listener(event)
  }
  return { client, state, asked, emit }
}

export function setUp({ kept = [] as Session[], wasConnected = false } = {}) {
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
  const emitted: [event: string, value: unknown][] = []
  for (const event of ['connect', 'accountsChanged', 'chainChanged', 'disconnect']) {
    wallet.on(event, (value: unknown) => emitted.push([event, value]))
  }
  const ask = (method: string, params?: unknown) => wallet.request({ method, params })
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
  return { ...fake, wallet, steps, person, load, emitted, ask, proposed, connected }
}
