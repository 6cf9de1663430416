import { expect, it } from 'vitest'
import { encode } from './bytes.ts'
import { Lab } from './lab.ts'
import { UNLIMITED, Usdc } from './usdc.ts'

it('reads from storage what the contract answers', async () => {
  const lab = new Lab(`0x${'5'.repeat(64)}`)
  const [bank, shop] = [lab.account('bank'), lab.account('shop')]
  for (const account of [bank, shop, lab.me]) await lab.chain.fund(account, 10n ** 17n)
  const usdc = await Usdc.deploy(lab, bank)
  await usdc.mint(bank, lab.me, 1_234_567n)
  await usdc.approve(lab.me, shop, UNLIMITED)
  await lab.chain.mine(2)
  const { permit, signature } = await usdc.signPermit(bank, 77n)
  await usdc.permit(shop, permit, signature)
  await usdc.transfer(lab.me, shop, 1n)
  await lab.chain.mine(2)
  const asks = (call: string, ...of: `0x${string}`[]) => lab.chain.view(usdc.address, encode(call, ...of))
  expect(await usdc.balance(lab.me)).toBe(1_234_566n)
  expect(await usdc.balance(lab.me)).toBe(await asks('balanceOf(address)', lab.me))
  expect(await usdc.allowance(lab.me, shop)).toBe(await asks('allowance(address,address)', lab.me, shop))
  expect(await usdc.allowance(lab.me, bank)).toBe(77n)
  expect(await usdc.nonce(lab.me)).toBe(1n)
  expect(await usdc.nonce(lab.me)).toBe(await asks('nonces(address)', lab.me))
})

it('a view is asked again after a write, and while another is on its way', async () => {
  const lab = new Lab(`0x${'6'.repeat(64)}`)
  const [bank, shop] = [lab.account('bank'), lab.account('shop')]
  for (const account of [bank, shop, lab.me]) await lab.chain.fund(account, 10n ** 17n)
  const usdc = await Usdc.deploy(lab, bank)
  const balances = () =>
    Promise.all([lab.me, shop].map((of) => lab.chain.view(usdc.address, encode('balanceOf(address)', of))))
  expect(await balances()).toEqual([0n, 0n])
  await usdc.mint(bank, lab.me, 5n)
  await lab.chain.mine(2)
  expect(await balances()).toEqual([5n, 0n])
  const undo = lab.chain.snapshot()
  await usdc.transfer(lab.me, shop, 2n)
  await lab.chain.mine(2)
  expect(await balances()).toEqual([3n, 2n])
  undo()
  expect(await balances()).toEqual([5n, 0n])
})
