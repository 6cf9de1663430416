import type { LessonCheck } from '@aura/api/calls/lessons/lesson'
import { privateKeyToAccount } from 'viem/accounts'
import { answerAll, solveLab } from '../../tests/server/actors/learning.ts'
import { BENCH_ORIGIN } from './ask.ts'

export interface LessonOfDay {
  id: string
  auraReward: number
  check: LessonCheck | null
  lab: { done: boolean } | null
}

/** A user with a wallet who sends HTTP as a browser would; `port` may change between requests. */
export class HttpActor {
  port = 0
  #cookie = ''
  readonly #wallet: ReturnType<typeof privateKeyToAccount>
  readonly #proxied: Record<string, string>

  /** `from` is sent as the client address of a proxy. */
  constructor(privateKey: `0x${string}`, from?: string) {
    this.#wallet = privateKeyToAccount(privateKey)
    this.#proxied = from === undefined ? {} : { 'x-forwarded-for': from }
  }

  get cookie(): string {
    return this.#cookie
  }

  /** Returns the body. Throws on any status but 200, and when the connection breaks. */
  async ask<T>(method: string, path: string, body?: unknown, idempotencyKey?: string): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method,
      headers: {
        origin: BENCH_ORIGIN,
        cookie: this.#cookie,
        ...this.#proxied,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0])
    if (cookies.length > 0) this.#cookie = cookies.join('; ')
    return JSON.parse(text) as T
  }

  async signIn(): Promise<void> {
    const walletAddress = this.#wallet.address
    const { message } = await this.ask<{ message: string }>('GET', `/api/auth/nonce?walletAddress=${walletAddress}`)
    const signature = await this.#wallet.signMessage({ message })
    await this.ask('POST', '/api/auth/wallet', { walletAddress, message, signature })
  }

  lessons = (): Promise<LessonOfDay[]> => this.ask('GET', '/api/lessons/daily')

  /** Passes the lesson's check and solves its lab. */
  async answer(lesson: LessonOfDay): Promise<void> {
    await answerAll(lesson, (answer) => this.ask('POST', `/api/lessons/${lesson.id}/quiz`, { answer }))
    const lab = `/api/lessons/${lesson.id}/lab`
    await solveLab(lesson, {
      open: () => this.ask('GET', lab),
      submit: (transcript) => this.ask('POST', lab, { transcript }),
    })
  }

  claim = ({ id }: LessonOfDay, idempotencyKey: string): Promise<{ auraEarned: number; newStreak: number }> =>
    this.ask('POST', '/api/lessons/complete', { lessonId: id }, idempotencyKey)

  points = async (): Promise<number> => (await this.ask<{ auraPoints: number }>('GET', '/api/auth/user')).auraPoints
}
