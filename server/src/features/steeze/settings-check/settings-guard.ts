import type { Chain, ProductContract } from '#platform/chain/chain'
import type { Clock } from '#platform/clock'
import { UnusableSettings } from '#platform/operator-error'
import { checkSettings } from './check-settings.ts'
import type { Finding } from './settings-check.rules.ts'

export class SettingsContradicted extends UnusableSettings {
  override name = 'SettingsContradicted'
}

const WAIT_MS = 5_000
const RETRY_MS = 10_000
const CONFIRMED_MS = 5 * 60_000

/** Tracks whether the network confirms the settings: initially not, and unchanged by outages or disagreement. */
export class SettingsGuard {
  readonly #check: () => Promise<Finding>
  readonly #clock: Pick<Clock, 'elapsedMs'>
  #standing: 'unconfirmed' | 'confirmed' | 'contradicted' = 'unconfirmed'
  #finding: Finding = { is: 'undecided', reason: 'no node was asked yet' }
  #nextMs = 0
  #underWay: Promise<void> | undefined

  /** `signer` is null if this server signs nothing. */
  constructor(
    {
      chain,
      clock,
      contracts,
    }: { chain: Chain; clock: Pick<Clock, 'elapsedMs'>; contracts: readonly ProductContract[] },
    signer: string | null,
    { waitMs = WAIT_MS }: { waitMs?: number } = {},
  ) {
    this.#check = () => checkSettings(chain, { contracts, signer }, waitMs)
    this.#clock = clock
  }

  get standing(): 'unconfirmed' | 'confirmed' | 'contradicted' {
    return this.#standing
  }

  get finding(): Finding {
    return this.#finding
  }

  /** Concurrent calls share one check. */
  async refreshIfDue(): Promise<void> {
    if (!this.#underWay && this.#clock.elapsedMs() < this.#nextMs) return
    this.#underWay ??= this.#refresh().finally(() => {
      this.#underWay = undefined
    })
    await this.#underWay
  }

  /** Throws SettingsContradicted if nodes contradict the settings. Returns normally if no node responds. */
  async assertNotContradicted(): Promise<void> {
    await this.refreshIfDue()
    if (this.#finding.is === 'contradicted') throw new SettingsContradicted(this.#finding.sentences.join('\n'))
  }

  async #refresh(): Promise<void> {
    this.#finding = await this.#check()
    const { is } = this.#finding
    if (is === 'confirmed' || is === 'contradicted') this.#standing = is
    else if (is === 'paused') this.#standing = 'unconfirmed'
    const pauseMs = is === 'confirmed' ? CONFIRMED_MS : RETRY_MS
    this.#nextMs = this.#clock.elapsedMs() + pauseMs
  }
}
