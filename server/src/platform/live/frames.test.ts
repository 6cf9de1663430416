import { expect, it } from 'vitest'
import { isNullState, seenVersions, stateFrame } from './frames.ts'

it('gives each state an id that round-trips', () => {
  const state = { topic: 'battle:0a-1', version: 12, stateJson: '{"a":"b\\nc"}' }
  const frame = stateFrame({ ...state, jitterMs: 0 }).toString()
  expect(frame).toBe('id: battle:0a-1@12\ndata: {"topic":"battle:0a-1","version":12,"state":{"a":"b\\nc"}}\n\n')
  expect(stateFrame({ ...state, jitterMs: 2_000 }).toString()).toContain('},"jitterMs":2000}\n\n')
  expect(seenVersions('battle:0a-1@12 battles@7')).toEqual(
    new Map([
      ['battle:0a-1', 12],
      ['battles', 7],
    ]),
  )
})

it('tells a topic that does not exist from one with nulls in its state', () => {
  const isNull = (stateJson: string, jitterMs = 0) =>
    isNullState(stateFrame({ topic: 'battle:0a-1', version: 12, stateJson, jitterMs }).toString())
  expect([isNull('null'), isNull('null', 50)]).toEqual([true, true])
  const state = { state: null, text: '\ndata: {"topic":"battle:0a-1","version":12,"state":null}' }
  expect([isNull('{}'), isNull(JSON.stringify(state))]).toEqual([false, false])
})

it.each([undefined, '', 'x', '@1', 'a@', 'a@x', 'a:@1', 'A@1', `a:${'x'.repeat(65)}@1`, 'a@12345678901234567'])(
  'ignores %j',
  (text) => expect(seenVersions(text).size).toBe(0),
)
