/// <reference lib="webworker" />
import type { Hex } from '@aura/lab/bytes'
import { loadKind } from '@aura/lab/kinds/index'
import { Session } from '@aura/lab/session'
import type { Action } from '@aura/lab/transcript'
import { type LabView, viewOf } from './lab-view.ts'

export interface LabSetup {
  kind: string
  seed: string
  parameters: Readonly<Record<string, number>>
}

/** Begins again from these actions, or does one more. */
export type LabOrder = { setup: LabSetup; actions: readonly Action[] } | { action: Action }
/** The version is the kind's, for the transcript. */
export type LabReply = { view: LabView; version: number } | { fault: string }

let session: Session<unknown>
let last: Promise<void> = Promise.resolve()

addEventListener('message', ({ data }: MessageEvent<LabOrder>) => {
  // In order, however fast somebody presses.
  last = last.then(async () => postMessage(await obey(data).catch((error: unknown) => ({ fault: String(error) }))))
})

async function obey(order: LabOrder): Promise<LabReply> {
  if ('setup' in order) {
    const { kind, seed, parameters } = order.setup
    session = await Session.open(await loadKind(kind), seed as Hex, parameters)
  }
  let refusal: string | undefined
  for (const action of 'setup' in order ? order.actions : [order.action]) refusal = await session.act(action)
  return { view: await viewOf(session, refusal), version: session.kind.version }
}
