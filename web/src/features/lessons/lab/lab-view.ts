import { type Entry, historyOf } from '@aura/lab/history'
import type { Fields, Message, Row } from '@aura/lab/kind'
import type { Session } from '@aura/lab/session'

/** A scene as data, without the functions that only the worker can call. */
export interface LabView {
  goal: string
  messages: readonly Message[]
  rows: readonly Row[]
  requests: readonly { name: string; from: string; title: string; rows: readonly Row[]; fields: Fields }[]
  moves: readonly { name: string; label: string; submit: string; fields: Fields }[]
  history: readonly Entry[]
  verdict: { state: 'open' | 'solved' | 'trapped'; text: string }
  /** The node's reason to refuse the last transaction. */
  refusal: string | null
}

export async function viewOf<World>(session: Session<World>, refusal: string | undefined): Promise<LabView> {
  const { lab, kind, world } = session
  const { messages = [], rows, requests = {}, moves } = await session.scene()
  const verdict = await session.verdict()
  const text = verdict.state === 'trapped' ? kind.traps[verdict.trap] : verdict.state === 'solved' ? kind.solved : ''
  return {
    goal: kind.goal(lab, world),
    messages,
    rows,
    requests: Object.entries(requests).map(([name, { from, title, rows: shown, fields = {} }]) => {
      return { name, from, title, rows: shown, fields }
    }),
    moves: Object.entries(moves).map(([name, { label, submit = label, fields = {} }]) => {
      return { name, label, submit, fields }
    }),
    history: historyOf(session),
    verdict: { state: verdict.state, text: text ?? '' },
    refusal: refusal ?? null,
  }
}
