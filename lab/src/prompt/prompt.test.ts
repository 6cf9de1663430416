import { bytesToHex } from '@ethereumjs/util'
import { describe, expect, it } from 'vitest'
import { solutions } from '../../solutions/index.ts'
import { playRounds } from '../../solutions/solution.ts'
import { keccakText } from '../bytes.ts'
import { loadKind } from '../kinds/index.ts'
import { Session } from '../session.ts'
import type { Action } from '../transcript.ts'
import { promptOf } from './prompt.ts'

const SEED = bytesToHex(keccakText('prompts'))

const tried = async (session: Session<unknown>) => {
  const { blocks, pending, time, baseFee, budget } = session.lab.chain
  const scene = JSON.stringify(await session.scene(), (_, value) => (typeof value === 'bigint' ? `${value}` : value))
  return { scene, blocks: blocks.length, pending: [...pending], time, baseFee, budget: { ...budget } }
}

/** Plays a lab, and returns what the wallet shows before each action. */
async function promptsOf(id: string, name = 'reference') {
  const session = await Session.open(await loadKind(id), SEED)
  const way = solutions[id]?.[name]
  if (!way) throw new Error(`${id} has no way ${name}`)
  const prompts: { action: Action; prompt: Awaited<ReturnType<typeof promptOf>> }[] = []
  for await (const action of playRounds(way, session)) {
    prompts.push({ action, prompt: await promptOf(session, action) })
    await session.act(action)
  }
  return prompts
}

describe.each(Object.keys(solutions))('%s', (id) => {
  it('a prompt changes nothing [learning.lab-prompt]', async () => {
    for (const way of Object.values(solutions[id] ?? {})) {
      const session = await Session.open(await loadKind(id), SEED)
      for await (const action of playRounds(way, session)) {
        const before = await tried(session)
        await promptOf(session, action)
        expect(await tried(session)).toEqual(before)
        await session.act(action)
      }
      const { state } = await session.verdict()
      expect(state).toBe(way.ends === 'solved' || way.ends === 'open' ? way.ends : 'trapped')
    }
  })
})
