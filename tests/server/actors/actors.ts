import type { Answer, Body, CallKey } from '@aura/api/calls'
import type { ErrorBody } from '@aura/api/errors'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { joinWithWallet } from '../../../server/src/features/auth/index.ts'
import { timeZoneOrUtc } from '../../../server/src/features/streak/index.ts'
import { lockWallets } from '../../../server/src/features/wallets/index.ts'
import { rotateSession } from '../../../server/src/platform/session/session.ts'
import { ORIGIN, type TestApp } from '../test-app.ts'

export interface Reply<T> {
  status: number
  body: T
  headers: Record<string, string | number | string[] | undefined>
}

type Fields = Record<string, string>

/** A browser that keeps cookies, sends its origin and may have a wallet. */
export class Actor {
  readonly wallet: PrivateKeyAccount
  readonly cookies = new Map<string, string>()
  readonly #test: TestApp

  constructor(test: TestApp, wallet: `0x${string}` | PrivateKeyAccount = generatePrivateKey()) {
    this.#test = test
    this.wallet = typeof wallet === 'string' ? privateKeyToAccount(wallet) : wallet
  }

  /** The context of the server that this browser talks to. */
  get ctx(): TestApp['ctx'] {
    return this.#test.ctx
  }

  /** `path` has its parameters filled in. */
  async send<T = ErrorBody>(method: string, path: string, body?: unknown, headers: Fields = {}): Promise<Reply<T>> {
    const response = await this.#test.app.inject({
      method: method as 'GET',
      url: path,
      headers: { origin: ORIGIN, ...headers },
      cookies: Object.fromEntries(this.cookies),
      ...(body === undefined ? {} : { payload: body as object }),
    })
    for (const { name, value, maxAge } of response.cookies) {
      if (value === '' || maxAge === 0) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const text = response.body
    return {
      status: response.statusCode,
      body: (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text) as T,
      headers: response.headers,
    }
  }

  /** Sends a call that must succeed. `:name` in its path is filled from `params`. */
  async call<K extends CallKey>(
    key: K,
    {
      params = {},
      query = {},
      body,
      headers = {},
    }: { params?: Fields; query?: Fields; body?: Body<K>; headers?: Fields } = {},
  ): Promise<Answer<K>> {
    const [method = '', template = ''] = key.split(' ')
    const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const search = new URLSearchParams(query).toString()
    const reply = await this.send<Answer<K>>(method, search ? `${path}?${search}` : path, body, headers)
    if (reply.status !== 200 && reply.status !== 202)
      throw new Error(`${key} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }

  async signedMessage() {
    const { message } = await this.call('GET /api/auth/nonce', { query: { walletAddress: this.wallet.address } })
    return { walletAddress: this.wallet.address, message, signature: await this.wallet.signMessage({ message }) }
  }

  async signIn(timeZone = 'UTC'): Promise<Answer<'POST /api/auth/wallet'>> {
    return this.call('POST /api/auth/wallet', { body: { ...(await this.signedMessage()), timeZone } })
  }

  /** Returns a signed message for actions that need more than a session. */
  async freshProof(
    purpose: 'delete-account' | 'sign-in-again' | 'disconnect' | 'remove-passkey',
    provider?: string,
  ): Promise<{ message: string; signature: string }> {
    const query = { walletAddress: this.wallet.address, purpose, ...(provider ? { provider } : {}) }
    const { message } = await this.call('GET /api/auth/nonce', { query })
    return { message, signature: await this.wallet.signMessage({ message }) }
  }

  me = (): Promise<Answer<'GET /api/auth/user'>> => this.call('GET /api/auth/user')
}

/**
 * Returns a user who has just joined with a wallet and is signed in. Nothing is signed or sent, so it takes half the time
 * of `signedUp`. In a closed beta it is `signedUp`.
 */
export async function newcomer(test: TestApp, timeZone = 'UTC'): Promise<Actor & { id: string }> {
  if (test.ctx.settings.betaAccess !== 'open') return signedUp(test, timeZone)
  const actor = new Actor(test)
  return Object.assign(actor, { id: await join(test, actor, timeZone) })
}

/** Returns a user who has just signed in by a signature, which leaves traces of the device and the address. */
export async function signedUp(
  test: TestApp,
  timeZone = 'UTC',
  wallet?: PrivateKeyAccount,
): Promise<Actor & { id: string }> {
  const actor = new Actor(test, wallet)
  await actor.signIn(timeZone)
  return Object.assign(actor, { id: (await actor.me()).id })
}

/** Returns the id of the new account, whose session the actor keeps. */
async function join({ ctx }: TestApp, { wallet, cookies }: Actor, timeZone: string): Promise<string> {
  const address = wallet.address.toLowerCase()
  return ctx.db.tx(async (tx) => {
    await lockWallets(tx, [address])
    const { userId } = await joinWithWallet(ctx, tx, { address, timeZone: timeZoneOrUtc(timeZone) })
    const session = { userId, userAgent: 'lightMyRequest', previousToken: undefined, maxMs: ctx.limits.sessionMaxMs }
    const { token } = await rotateSession(ctx, tx, session)
    cookies.set('aura_session', token)
    cookies.set('aura_signed_in', '1')
    return userId
  })
}
