import type { Prompt } from '@aura/lab/prompt/prompt'
import type { Action } from '@aura/lab/transcript'
import type { Store } from '#lib/browser-storage'
import type { Fault, LabSetup, LabState } from './lab-host.ts'
import type { LabView } from './lab-view.ts'
import { forgetRun, readRun, saveRun } from './saved-run.ts'

export type LabProgress = { state: 'loading' } | { state: 'failed' } | ReadyLab

export interface ReadyLab {
  state: 'ready'
  view: LabView
  /** View before the last action; null if there was no action since it was opened. */
  before: LabView | null
  transcript: string
  isBusy: boolean
  /** Whether only a new run can continue. */
  isUsedUp: boolean
  /** A move that waits for the learner's confirmation. */
  asked: { action: Action; prompt: Prompt } | null
  /** Whether the learner has just rejected a move. */
  isDismissed: boolean
}

export class LabFault extends Error {
  readonly fault: Fault

  constructor(fault: Fault, reason: string) {
    super(reason)
    this.fault = fault
  }
}

/** All methods may throw `LabFault`. */
export interface OpenedLab {
  open(actions: readonly Action[]): Promise<LabState>
  act(action: Action): Promise<LabState>
  /** Returns what the wallet shows before an action; null if it signs nothing. */
  preview(action: Action): Promise<Prompt | null>
  close(): void
}

interface LabRunOptions {
  storage: Pick<Store, 'getItem' | 'setItem' | 'removeItem'>
  isKept: () => boolean
  newChain: (setup: LabSetup) => OpenedLab
  show: (progress: LabProgress) => void
}

export class LabRun {
  private readonly setup: LabSetup
  private readonly options: LabRunOptions
  private chain: OpenedLab | undefined
  private actions: readonly Action[] = []
  private progress: LabProgress = { state: 'loading' }

  constructor(setup: LabSetup, options: LabRunOptions) {
    this.setup = setup
    this.options = options
  }

  resume(): Promise<void> {
    return this.begin(readRun(this.options.storage, this.setup.seed)?.actions ?? this.actions)
  }

  startOver(): Promise<void> {
    forgetRun(this.options.storage, this.setup.seed)
    return this.begin([])
  }

  /** Asks the learner to confirm an action that signs something, and performs any other. */
  async propose(action: Action): Promise<void> {
    const { chain, progress } = this
    if (!chain || progress.state !== 'ready' || progress.isBusy || progress.isUsedUp) return
    this.show({ ...progress, isBusy: true })
    const prompt = await this.preview(action)
    if (this.chain !== chain) return
    if (prompt) return this.show({ ...progress, asked: { action, prompt }, isDismissed: false })
    this.show(progress)
    await this.act(action)
  }

  /** Returns what the wallet shows before an action. Null if it signs nothing, or if that can't be told. */
  preview = async (action: Action): Promise<Prompt | null> =>
    (await this.chain?.preview(action).catch(() => null)) ?? null

  async confirm(): Promise<void> {
    if (this.progress.state === 'ready' && this.progress.asked) await this.act(this.progress.asked.action)
  }

  dismiss(): void {
    if (this.progress.state === 'ready') this.show({ ...this.progress, asked: null, isDismissed: true })
  }

  async act(action: Action): Promise<void> {
    const { chain, progress } = this
    if (!chain || progress.state !== 'ready' || progress.isBusy || progress.isUsedUp) return
    this.show({ ...progress, isBusy: true })
    try {
      const next = await chain.act(action)
      if (this.chain !== chain) return
      this.actions = [...this.actions, action]
      this.showState(next, progress.view)
    } catch (error) {
      if (this.chain !== chain) return
      if (isFault(error, 'used-up')) this.show({ ...progress, isBusy: false, isUsedUp: true, asked: null })
      else await this.begin(this.actions)
    }
  }

  close(): void {
    this.chain?.close()
    this.chain = undefined
  }

  private async begin(actions: readonly Action[]): Promise<void> {
    this.close()
    const chain = this.options.newChain(this.setup)
    this.chain = chain
    this.actions = actions
    try {
      const opened = await chain.open(actions)
      if (this.chain === chain) this.showState(opened, null)
    } catch (error) {
      if (this.chain !== chain) return
      // The stored run is of another version of the lab.
      if (actions.length > 0 && !isFault(error, 'not-loaded')) return this.begin([])
      this.show({ state: 'failed' })
    }
  }

  private showState({ view, version }: LabState, before: LabView | null): void {
    const { setup, actions, options } = this
    const { kind, seed } = setup
    if (options.isKept()) saveRun(options.storage, seed, { version, actions })
    const transcript = JSON.stringify({ kind, version, seed, actions })
    const idle = { isBusy: false, isUsedUp: false, asked: null, isDismissed: false }
    this.show({ state: 'ready', view, before, transcript, ...idle })
  }

  private show(progress: LabProgress): void {
    this.progress = progress
    this.options.show(progress)
  }
}

const isFault = (error: unknown, fault: Fault): boolean => error instanceof LabFault && error.fault === fault
