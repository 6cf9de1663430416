import { expect, it } from 'vitest'
import { newcomer } from '../../../../tests/server/actors/actors.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { testCredit } from './index.ts'

const test = openForEach(testApp)

it('test credit exists only on local [access.boot-test-credit]', async () => {
  const fromId = (await (await newcomer(test)).me()).id
  for (const kind of ['base-sepolia', 'base'] as const) {
    const online = { ...test.ctx, chain: Object.assign(Object.create(test.ctx.chain), { kind }) }
    await expect(testCredit(online, { key: 'x', fromId, toId: 'y', amount: 1 })).rejects.toThrow('CHAIN=local')
  }
})
