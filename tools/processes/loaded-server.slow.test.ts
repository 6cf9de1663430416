import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'

function load(env: Record<string, string>) {
  const child = fork(join(import.meta.dirname, 'loaded-server.ts'), { silent: true, execArgv: [], env })
  let output = ''
  child.stderr?.on('data', (text) => {
    output += text
  })
  return { child, ended: once(child, 'exit'), output: () => output }
}

const WRONG = { CHAIN: 'nowhere' }

it('starts the server only when it receives a port, and on that port', async () => {
  const { child, ended, output } = load(WRONG)
  child.send('70000')
  expect((await ended)[0]).toBe(1)
  expect(output()).toContain('CHAIN')
  expect(output()).toContain('PORT')
})

it('ends with its parent, without having started', async () => {
  const { child, ended, output } = load(WRONG)
  await once(child, 'spawn')
  child.disconnect()
  expect((await ended)[0]).toBe(0)
  expect(output()).toBe('')
})
