import type { Rounds } from '@aura/api/calls/battles/rounds'
import { steezeStackAbi, usdcAbi } from '@aura/contracts/abi'
import { type Address, createWalletClient, http, publicActions } from 'viem'
import { personaAccount } from './persona-wallet.ts'

export interface DemoServer {
  url: string
  rpcUrl: string
  usdc: Address
  steeze: Address
}

export interface ListedBattle {
  id: string
  status: string
  decidedBy: 'gifts' | 'knowledge'
  viewerCount: number
  challengerId: string
  opponentId: string
  challenger: { username: string }
  opponent: { username: string }
}

/** A creator with a browser session who buys Steeze on chain and gives it away. */
export class CrowdMember {
  readonly #server: DemoServer
  readonly #account: ReturnType<typeof personaAccount>
  readonly #cookies = new Map<string, string>()

  readonly #fetch: typeof fetch

  constructor(server: DemoServer, username: string, send: typeof fetch = fetch) {
    this.#server = server
    this.#fetch = send
    this.#account = personaAccount(username)
  }

  async #ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const send = this.#fetch
    const response = await send(`${this.#server.url}${path}`, {
      method,
      headers: {
        origin: this.#server.url,
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      this.#cookies.set(name, value)
    }
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return JSON.parse(text) as T
  }

  async signIn(): Promise<void> {
    const walletAddress = this.#account.address
    const { message } = await this.#ask<{ message: string }>('GET', `/api/auth/nonce?walletAddress=${walletAddress}`)
    const signature = await this.#account.signMessage({ message })
    await this.#ask('POST', '/api/auth/wallet', { walletAddress, message, signature })
  }

  async steeze(): Promise<number> {
    const balance = await this.#ask<{ battleEarnedSteeze: number; purchasedSteeze: number }>(
      'GET',
      '/api/steeze/balance',
    )
    return balance.battleEarnedSteeze + balance.purchasedSteeze
  }

  /** Buys Steeze on chain, from which the server learns of the purchase. */
  async buy(usdcMicros: bigint): Promise<void> {
    const { rpcUrl, usdc, steeze } = this.#server
    const wallet = createWalletClient({ account: this.#account, transport: http(rpcUrl) }).extend(publicActions)
    const approval = await wallet.writeContract({
      chain: null,
      address: usdc,
      abi: usdcAbi,
      functionName: 'approve',
      args: [steeze, usdcMicros],
    })
    await wallet.waitForTransactionReceipt({ hash: approval })
    const purchase = await wallet.writeContract({
      chain: null,
      address: steeze,
      abi: steezeStackAbi,
      functionName: 'buySteeze',
      args: [usdcMicros],
    })
    await wallet.waitForTransactionReceipt({ hash: purchase })
  }

  upcomingBattles = (): Promise<ListedBattle[]> => this.#ask('GET', '/api/battles?view=upcoming')

  accept = (battleId: string): Promise<unknown> => this.#ask('POST', `/api/battles/${battleId}/accept`)

  liveBattles = (): Promise<ListedBattle[]> => this.#ask('GET', '/api/battles?view=live')

  /** Challenges somebody to rounds, which start in some minutes, and returns the battle's id. */
  challengeToRounds = async (username: string, stakeAmount: number): Promise<string> => {
    const found = await this.#ask<{ id: string; username: string }[]>('GET', `/api/users/search?q=${username}`)
    const opponentId = found.find((person) => person.username === username)?.id
    const body = { opponentId, stakeAmount, decidedBy: 'knowledge', bestOf: 5 }
    return (await this.#ask<{ id: string }>('POST', '/api/battles', body)).id
  }

  allowPractice = (): Promise<unknown> => this.#ask('PUT', '/api/practice-setting', { isAllowed: true })

  rounds = (battleId: string): Promise<Rounds> => this.#ask('GET', `/api/battles/${battleId}/rounds`)

  beReady = (battleId: string): Promise<unknown> => this.#ask('POST', `/api/battles/${battleId}/rounds/ready`)

  answerRound = (battleId: string, number: number, choice: readonly number[]): Promise<unknown> =>
    this.#ask('POST', `/api/battles/${battleId}/rounds/${number}/answer`, { choice })

  gift = (battleId: string, participantId: string, amount: number): Promise<unknown> =>
    this.#ask('POST', '/api/battles/gift', { battleId, participantId, amount })

  cheer = (battleId: string, participantId: string, taps: number): Promise<unknown> =>
    this.#ask('POST', `/api/battles/${battleId}/react`, { participantId, taps })

  comment = (battleId: string, text: string): Promise<unknown> =>
    this.#ask('POST', `/api/battles/${battleId}/comments`, { text })
}
