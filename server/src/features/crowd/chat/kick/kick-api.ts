import { z } from 'zod'
import { clientOf, type ProviderClient, ProviderFailure } from '#features/providers'
import type { Context } from '#platform/context'

const EVENT = { name: 'chat.message.sent', version: 1 } as const

const Listed = z.object({
  data: z.array(z.object({ id: z.string().min(1), broadcaster_user_id: z.int(), event: z.string() })),
})
const Created = z.object({
  data: z.tuple([z.object({ subscription_id: z.string().nullish(), error: z.string().nullish() })]),
})

interface KickSubscription {
  id: string
  channelId: string
}

/** Subscriptions to messages of chats, which Kick keeps for this server's app. All methods throw ProviderFailure. */
export class KickApi {
  readonly #client: ProviderClient
  readonly #url: string
  readonly #elapsedMs: () => number
  #token: { text: string; untilMs: number } | undefined

  constructor(client: ProviderClient, { apiUrl, elapsedMs }: { apiUrl: string; elapsedMs: () => number }) {
    this.#client = client
    this.#url = `${apiUrl}/events/subscriptions`
    this.#elapsedMs = elapsedMs
  }

  async list(): Promise<KickSubscription[]> {
    const { data } = await this.#call({ method: 'GET', url: this.#url }, Listed)
    return data.flatMap(({ id, broadcaster_user_id: channelId, event }) =>
      event === EVENT.name ? [{ id, channelId: String(channelId) }] : [],
    )
  }

  async subscribe(channelId: string): Promise<void> {
    const body = { broadcaster_user_id: Number(channelId), events: [EVENT], method: 'webhook' }
    const { data } = await this.#call({ method: 'POST', url: this.#url, body }, Created)
    if (data[0].error || !data[0].subscription_id) throw new ProviderFailure('refused', null)
  }

  async unsubscribe(id: string): Promise<void> {
    await this.#call({ method: 'DELETE', url: `${this.#url}?${new URLSearchParams({ id })}` }, z.unknown())
  }

  async #call<T>(request: Parameters<ProviderClient['call']>[1], type: z.ZodType<T>): Promise<T> {
    try {
      return await this.#client.call(await this.#appToken(), request, type)
    } catch (error) {
      if (error instanceof ProviderFailure && error.status === 401) this.#token = undefined
      throw error
    }
  }

  /** Returns the app's token, renewed when half of its time has passed. */
  async #appToken(): Promise<string> {
    if (!this.#token || this.#elapsedMs() >= this.#token.untilMs) {
      const { accessToken, expiresInMs } = await this.#client.appTokens()
      this.#token = { text: accessToken, untilMs: this.#elapsedMs() + expiresInMs / 2 }
    }
    return this.#token.text
  }
}

/** Returns a client for the app that people connect Kick with; null unless Kick's chats are configured. */
export function kickApiOf(ctx: Context): KickApi | null {
  const { kickApiUrl: apiUrl, providers } = ctx.settings
  const kick = providers.find(({ id }) => id === 'kick')
  return apiUrl === null || !kick
    ? null
    : new KickApi(clientOf(ctx, kick), { apiUrl, elapsedMs: () => ctx.clock.elapsedMs() })
}
