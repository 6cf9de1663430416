import { labPoolBytecode } from '@aura/contracts/lab/pool'
import { expect, it } from 'vitest'
import { encode } from './bytes.ts'
import { Lab } from './lab.ts'
import { Usdc } from './usdc.ts'

it('views asked for at once return what they return one by one, and change nothing', async () => {
  const lab = new Lab(`0x${'7'.repeat(64)}`)
  const bank = lab.account('bank')
  await lab.chain.fund(bank, 10n ** 20n)
  const usdc = await Usdc.deploy(lab, bank)
  const pool = await lab.deploy(bank, labPoolBytecode, usdc.address)
  await usdc.mint(bank, pool, 9_000n)
  await lab.send(bank, { to: pool, value: 10n ** 18n })
  await lab.chain.mine(2)
  const mark = lab.chain.state.mark()
  const views = [
    () => lab.chain.view(pool, encode('quote(uint256)', 10n ** 17n)),
    () => lab.chain.view(pool, encode('sell(uint256)', 10n ** 30n)),
    () => lab.chain.view(usdc.address, encode('mint(address,uint256)', pool, 5n)),
    () => usdc.balance(pool),
  ]
  const alone = []
  for (const view of views) alone.push(await view())
  expect(alone).toEqual([815n, expect.anything(), 0n, 9_000n])
  expect(await Promise.all(views.map((view) => view()))).toEqual(alone)
  expect(lab.chain.state.mark()).toBe(mark)
})
