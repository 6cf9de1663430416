import { bytesToHex } from '@ethereumjs/util'
import { describe, expect, it } from 'vitest'
import { isThorough } from '../../../tests/thorough.ts'
import { solutions } from '../../solutions/index.ts'
import { playRounds, type Solutions, type Way } from '../../solutions/solution.ts'
import { keccakText } from '../bytes.ts'
import { loadKind } from '../kinds/index.ts'
import { Session } from '../session.ts'
import type { Action } from '../transcript.ts'
import { type Prompt, promptOf } from './prompt.ts'

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
    const { reference, ...others } = solutions[id] as Solutions
    for (const way of isThorough ? [reference, ...Object.values(others)] : [reference]) {
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

async function promptAt(id: string, request: string, name = 'reference') {
  const prompts = await promptsOf(id, name)
  const found = prompts.find(({ action }) => (action.do === 'move' ? action.move : action.request) === request)
  if (!found?.prompt) throw new Error(`${id} shows no prompt for ${request}`)
  return found.prompt
}
const textsOf = ({ warnings }: Prompt) => warnings.map(({ text }) => text).join('\n')
const shownAs = ({ parts }: Prompt, label: string) =>
  parts.flatMap(({ rows }) => rows).find((row) => row.label === label)?.value

it('a payment shows receiver, amount, what leaves, and the fee [learning.lab-prompt]', async () => {
  const prompt = await promptAt('transfer', 'send')
  expect(prompt).toMatchObject({ site: null, fails: false, changes: [{ text: '−1 USDC', isLoss: true }] })
  expect(prompt.parts[0]?.title).toBe('Send USDC')
  expect(shownAs(prompt, 'To')).toMatch(/^0x[\da-f]{40}$/)
  expect(prompt.fee).toMatch(/^about 0\.0000\d+ ETH$/)
  expect(textsOf(prompt)).toContain('First time')
  const [, again] = await promptsOf('transfer')
  expect(textsOf(again?.prompt as Prompt)).toBe('')
})

it('a cap says when it is above what one has, and when it has no limit', async () => {
  expect(textsOf(await promptAt('allowance', 'allow'))).toBe('')
  expect(textsOf(await promptAt('allowance', 'allow', 'never revoked'))).toContain('This cap is above')
  const session = await Session.open(await loadKind('permit'), SEED)
  await session.act({ do: 'reject', request: 'checkout' })
  const verify = (await promptOf(session, { do: 'approve', request: 'verify' })) as Prompt
  expect(verify).toMatchObject({ site: 'usdc-verify.example', changes: [], fee: 'none, a signature is free' })
  expect(shownAs(verify, 'Spending cap')).toBe('unlimited USDC')
  expect(textsOf(verify)).toContain('No limit: the spender may take all your USDC')
  // Its holder waits until there is something to take, and the estimate shows nothing of that.
  expect(textsOf(verify)).toContain('no estimate shows what they take then')
})

it('says what an operator and foreign code may do', async () => {
  const all = await promptAt('approval-for-all', 'list', 'the marketplace’s own listing')
  expect(all.parts.map(({ title }) => title)).toEqual(['Control of all Tickets', 'Call a contract'])
  expect(textsOf(all)).toContain('may move everything you hold of Tickets')
  const session = await Session.open(await loadKind('sweeper'), SEED)
  const code = (await promptOf(session, { do: 'approve', request: 'sign-in' })) as Prompt
  expect(code.parts[0]?.title).toBe('Let code run as your account')
  expect(textsOf(code)).toContain('could send away all that it holds')
})

it('two addresses alike are said for both, so that only comparing them helps', async () => {
  for (const way of ['reference', 'the newest entry of the history'])
    expect(textsOf(await promptAt('lookalike', 'pay', way))).toContain('begin and end like')
})

it('a call that would fail is rehearsed, and one that can’t be decoded is not explained', async () => {
  const wrong = await promptAt('merkle-proof', 'claim', 'somebody else’s proof, again and again')
  expect(wrong).toMatchObject({ fails: true, changes: [] })
  expect(textsOf(wrong)).toContain('failed in the rehearsal')
  const session = await Session.open(await loadKind('calldata'), SEED)
  for (let request = 1; request <= 5; request++) {
    const blind = (await promptOf(session, { do: 'approve', request: `request-${request}` })) as Prompt
    expect(blind).toMatchObject({ changes: null, fails: false, parts: [{ title: 'Sign data' }] })
    expect(shownAs(blind, 'Data')).toMatch(/^0x(a9059cbb|095ea7b3)/)
  }
})

it('names no person, and a contract only if its source is published', async () => {
  for (const id of Object.keys(solutions))
    for (const { prompt } of await promptsOf(id))
      expect(JSON.stringify(prompt ?? '')).not.toMatch(/thief|stranger|bot"/)
})

it('an estimate can be true and the block another', async () => {
  const proof = (await promptsOf('preview', 'a gain that is switched off')).at(-1)?.prompt as Prompt
  expect(proof.changes?.map(({ isLoss }) => isLoss)).toEqual([false])
  const session = await Session.open(await loadKind('preview'), SEED)
  const before = (await session.lab.chain.account(session.lab.me)).balance
  for await (const action of playRounds(solutions.preview?.['a gain that is switched off'] as Way, session))
    await session.act(action)
  expect((await session.lab.chain.account(session.lab.me)).balance).toBeLessThan(before)
  expect(await session.verdict()).toEqual({ state: 'trapped', trap: 'switched' })
})

it('a claim names no spender, and a deployment has no receiver', async () => {
  const session = await Session.open(await loadKind('airdrop'), SEED)
  const { requests } = session.world as { requests: string[] }
  const shown: Record<string, Prompt> = {}
  for (const [place, effect] of requests.entries()) {
    const prompt = await promptOf(session, { do: 'approve', request: `page-${place + 1}` })
    if (prompt) shown[effect] = prompt
    await session.act({ do: 'reject', request: `page-${place + 1}` })
  }
  expect(textsOf(shown.claim as Prompt)).toBe('')
  expect(shown.claim?.changes).toEqual([{ text: expect.stringMatching(/^\+[\d.]+ RADIO$/), isLoss: false }])
  expect(textsOf(shown.fee as Prompt)).toContain('Unknown contract')
  expect(shown.fee?.changes?.[0]).toEqual({ text: '−0.02 ETH', isLoss: true })
  const jar = await promptAt('tip-jar', 'deploy')
  expect(jar).toMatchObject({ parts: [{ title: 'Create a contract' }], changes: [] })
})
