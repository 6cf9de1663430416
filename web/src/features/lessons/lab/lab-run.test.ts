import { loadKind } from '@aura/lab/kinds/index'
import { MAX_ACTIONS } from '@aura/lab/limits'
import type { Prompt } from '@aura/lab/prompt/prompt'
import { Session } from '@aura/lab/session'
import { solutions } from '@aura/lab/solutions/index'
import { playWay } from '@aura/lab/solutions/solution'
import { type Action, parseTranscript } from '@aura/lab/transcript'
import { expect, it } from 'vitest'
import { memoryStorage } from '../../../dev/memory-storage.ts'
import { LabHost, type LabOrder, type LabReply, type LabSetup, type LabState } from './lab-host.ts'
import { LabFault, type LabProgress, LabRun, type OpenedLab } from './lab-run.ts'
import { readRun } from './saved-run.ts'

const SEED = `0x${'7'.repeat(64)}` as const
const SETUP: LabSetup = { kind: 'transfer', seed: SEED, parameters: {} }
const WAIT: Action = { do: 'move', move: 'wait' }

/** Runs in this process instead of a worker. */
class NearChain implements OpenedLab {
  private readonly host = new LabHost()
  private readonly setup: LabSetup

  constructor(setup: LabSetup) {
    this.setup = setup
  }

  open = (actions: readonly Action[]) => this.ask<LabState>({ setup: this.setup, actions })
  act = (action: Action) => this.ask<LabState>({ action })
  preview = async (action: Action) => (await this.ask<{ prompt: Prompt | null }>({ preview: action })).prompt
  close() {}

  private async ask<Reply extends LabReply>(order: LabOrder): Promise<Reply> {
    const reply = await this.host.obey(order)
    if ('fault' in reply) throw new LabFault(reply.fault, reply.reason)
    return reply as Reply
  }
}

function lab(items = new Map<string, string>()) {
  const storage = memoryStorage(items)
  const is = { loading: true, kept: true }
  const seen: LabProgress[] = []
  const newChain = (setup: LabSetup) => new NearChain(is.loading ? setup : { ...setup, kind: 'nowhere' })
  const run = new LabRun(SETUP, { storage, newChain, isKept: () => is.kept, show: (now) => seen.push(now) })
  return { run, is, items, kept: () => readRun(storage, SEED)?.actions, now: () => seen.at(-1) }
}

const solution = async () => {
  const way = solutions.transfer?.reference
  if (!way) throw new Error('the lab has no solution')
  return (await playWay(await loadKind('transfer'), { seed: SEED, way })).transcript.actions
}

async function play(run: LabRun, actions: readonly Action[]) {
  for (const action of actions) await run.act(action)
}

it('a run without actions left says so, keeps what was done, and starts over to be solved [learning.lab-limits]', async () => {
  const { run, kept, now } = lab()
  await run.resume()
  await play(run, Array(MAX_ACTIONS).fill(WAIT))
  expect(now()).toMatchObject({ state: 'ready', isUsedUp: false })
  await run.act(WAIT)
  expect(now()).toMatchObject({ state: 'ready', isUsedUp: true, isBusy: false })
  expect(kept()).toHaveLength(MAX_ACTIONS)

  await run.startOver()
  expect(now()).toMatchObject({ isUsedUp: false, before: null })
  const actions = await solution()
  await play(run, [...Array(MAX_ACTIONS - actions.length).fill(WAIT), ...actions])
  const end = now()
  if (end?.state !== 'ready') throw new Error('the lab is not open')
  expect(end.view.verdict.state).toBe('solved')
  expect(parseTranscript(end.transcript)?.actions).toHaveLength(MAX_ACTIONS)
})

it('a run without gas left says so [learning.lab-limits]', async () => {
  const { run, kept, now } = lab()
  await run.resume()
  const [send] = await solution()
  if (send?.do !== 'move') throw new Error('the solution begins otherwise')
  const part: Action = { ...send, input: { ...send.input, amount: '1' } }
  await play(run, Array(MAX_ACTIONS).fill(part))
  expect(now()).toMatchObject({ state: 'ready', isUsedUp: true, view: { verdict: { state: 'open' } } })
  expect(kept()?.length).toBeLessThan(MAX_ACTIONS)
})

it('a move that signs waits for the confirmation, one that signs nothing does not [learning.lab-prompt]', async () => {
  const { run, kept, now } = lab()
  await run.resume()
  const [send] = await solution()
  if (!send) throw new Error('the lab has no solution')
  await run.propose(send)
  expect(now()).toMatchObject({ asked: { action: send, prompt: { parts: [{ title: 'Send USDC' }] } }, isBusy: false })
  expect(kept()).toEqual([])
  run.dismiss()
  await run.confirm()
  expect(now()).toMatchObject({ asked: null, isDismissed: true, view: { history: [] } })
  await run.propose(send)
  await run.confirm()
  expect(now()).toMatchObject({ asked: null, isDismissed: false })
  expect(kept()).toEqual([send])
  await run.propose(WAIT)
  expect(kept()).toEqual([send, WAIT])
})

it('a lab that could not be loaded keeps its run for the next try', async () => {
  const { run, items, kept } = lab()
  await run.resume()
  await play(run, await solution())
  const before = kept()
  const later = lab(items)
  later.is.loading = false
  await later.run.resume()
  expect(later.now()).toEqual({ state: 'failed' })
  expect(later.kept()).toEqual(before)
  later.is.loading = true
  await later.run.resume()
  expect(later.now()).toMatchObject({ view: { verdict: { state: 'solved' } } })
})

it('a run that this version of the lab does not offer begins again', async () => {
  const { run, items, kept, now } = lab()
  items.set(`aura:lab:${SEED}`, JSON.stringify({ version: 0, actions: [{ do: 'move', move: 'gone' }] }))
  await run.resume()
  expect(now()).toMatchObject({ state: 'ready', before: null })
  expect(kept()).toEqual([])
})

it('keeps nothing once the server has a solution', async () => {
  const { run, is, items } = lab()
  is.kept = false
  await run.resume()
  await run.act(WAIT)
  expect(items.size).toBe(0)
})

it('an action too many is beyond the limits in page and server alike', async () => {
  const session = await Session.open(await loadKind('transfer'), SEED)
  for (let done = 0; done < MAX_ACTIONS; done++) await session.act(WAIT)
  await expect(session.act(WAIT)).rejects.toThrow('actions')
})
