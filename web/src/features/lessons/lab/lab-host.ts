import type { Hex } from '@aura/lab/bytes'
import { LimitExceeded } from '@aura/lab/chain'
import type { AnyKind } from '@aura/lab/kind'
import { loadKind } from '@aura/lab/kinds/index'
import { type Prompt, promptOf } from '@aura/lab/prompt/prompt'
import { Session } from '@aura/lab/session'
import type { Action } from '@aura/lab/transcript'
import { type LabView, shownPrompt, viewOf } from './lab-view.ts'

export interface LabSetup {
  kind: string
  seed: string
  parameters: Readonly<Record<string, number>>
}

/** `preview` asks what the wallet would show before an action, and performs nothing. */
export type LabOrder = { setup: LabSetup; actions: readonly Action[] } | { action: Action } | { preview: Action }

/** `used-up`: the run has no gas, blocks or actions left. `not-loaded` says nothing about the run. */
export type Fault = 'not-loaded' | 'not-offered' | 'used-up'

export type LabReply = LabState | { prompt: Prompt | null } | { fault: Fault; reason: string }

/** The version is the kind's, for the transcript. */
export interface LabState {
  view: LabView
  version: number
}

export class LabHost {
  private session: Session<unknown> | undefined

  async obey(order: LabOrder): Promise<LabReply> {
    try {
      return await this.play(order)
    } catch (error) {
      return { fault: faultOf(error), reason: String(error) }
    }
  }

  private async play(order: LabOrder): Promise<LabReply> {
    if ('setup' in order) {
      const { kind, seed, parameters } = order.setup
      this.session = await Session.open(await load(kind), seed as Hex, parameters)
    }
    const { session } = this
    if (!session) throw new NotLoaded()
    if ('preview' in order) {
      const prompt = await promptOf(session, order.preview)
      return { prompt: prompt ? shownPrompt(prompt) : null }
    }
    let refusal: string | undefined
    for (const action of 'setup' in order ? order.actions : [order.action]) refusal = await session.act(action)
    return { view: await viewOf(session, refusal), version: session.kind.version }
  }
}

class NotLoaded extends Error {}

const load = (kind: string): Promise<AnyKind> =>
  loadKind(kind).catch((cause: unknown) => {
    throw new NotLoaded(kind, { cause })
  })

function faultOf(error: unknown): Fault {
  if (error instanceof NotLoaded) return 'not-loaded'
  return error instanceof LimitExceeded ? 'used-up' : 'not-offered'
}
