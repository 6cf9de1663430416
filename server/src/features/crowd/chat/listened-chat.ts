import type { Context } from '#platform/context'
import type { WorkerLog } from '#platform/feature'
import { cheerCounter } from '../cheers/cheer-counter.ts'
import { cheeredSide, type Side } from './chat-cheer.rules.ts'
import { type ChatMetrics, chatMetrics } from './chat-metrics.ts'
import type { TakenChat } from './chat-store.ts'
import { CheeringViewers } from './cheering-viewers.ts'
import { type Dropped, TwitchChat } from './twitch-chat.ts'

interface ChatBattle {
  challengerId: string
  opponentId: string
}

/** Turns a channel's messages into cheers of one battle, while it may. */
export class ListenedChat {
  readonly #ctx: Context
  readonly #chat: TakenChat
  readonly #log: WorkerLog
  readonly #ids: Readonly<Record<Side, string>>
  readonly #owner: Side
  readonly #viewers: CheeringViewers
  readonly #source: TwitchChat
  readonly #metrics: ChatMetrics
  readonly #logged = new Set<string>()
  #countsUntilMs = Number.NEGATIVE_INFINITY

  constructor(
    ctx: Context & { settings: { twitchChatUrl: string } },
    chat: TakenChat,
    battle: ChatBattle,
    log: WorkerLog,
  ) {
    const { chat: limits } = ctx.limits
    this.#ctx = ctx
    this.#chat = chat
    this.#log = log
    this.#ids = { challenger: battle.challengerId, opponent: battle.opponentId }
    this.#owner = chat.userId === battle.challengerId ? 'challenger' : 'opponent'
    this.#viewers = new CheeringViewers(limits)
    this.#metrics = ctx.chatMetrics ?? chatMetrics()
    this.#source = new TwitchChat({
      ...{ url: ctx.settings.twitchChatUrl, channel: chat.channel, limits, elapsedMs: ctx.clock.elapsedMs },
      onMessage: ({ login, text }) => this.#hear(login, text),
      onDropped: (outcome) => this.#drop(outcome),
      onLost: (reason) => this.#tellOnce('the connection to a chat was lost and will be retried', { reason }),
    })
  }

  get isConnected(): boolean {
    return this.#source.isConnected
  }

  get channel(): string {
    return this.#chat.channel
  }

  /** Counts cheers until this moment of `elapsedMs()`. Call it again before. */
  countUntil(ms: number): void {
    this.#countsUntilMs = ms
  }

  close(): void {
    this.#source.close()
  }

  #hear(login: string, text: string): void {
    const nowMs = this.#ctx.clock.elapsedMs()
    const side = nowMs < this.#countsUntilMs ? cheeredSide(text, this.#owner) : null
    if (side === null) {
      this.#metrics.lines.other++
      return
    }
    if (!this.#viewers.mayCheer(login, nowMs)) {
      this.#metrics.lines.too_soon++
      return
    }
    this.#metrics.lines.cheer++
    cheerCounter(this.#ctx.live).add({ battleId: this.#chat.battleId, participantId: this.#ids[side], count: 1 })
  }

  #drop(outcome: Dropped): void {
    this.#metrics.lines[outcome]++
    this.#tellOnce('lines of a chat were dropped', { outcome })
  }

  /** Logs each kind of trouble once for each chat: a flood must not fill the log. */
  #tellOnce(message: string, facts: { outcome?: string; reason?: string }): void {
    const kind = facts.outcome ?? message
    if (this.#logged.has(kind)) return
    this.#logged.add(kind)
    this.#log.warn({ battleId: this.#chat.battleId, channel: this.#chat.channel, ...facts }, message)
  }
}
