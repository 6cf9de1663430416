import { expect, it } from 'vitest'
import { adminOrder } from './admin-commands.ts'

const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const USAGE = 'npm run admin -- COMMAND SUBJECT\n'
const noAddress = (word: string) => `${word} is not a wallet address.\n\n${USAGE}`

it.each([
  [[], USAGE],
  [['promote', WALLET], USAGE],
  [['toString', WALLET], USAGE],
  [['grant'], noAddress('Nothing')],
  [['whitelist', 'ada'], noAddress('ada')],
  [['void-battle', 'first', 'A reason'], `first is not the id of a battle.\n\n${USAGE}`],
  [['void-battle', 'f47ac10b-58cc-4372-a567-0e02b2c3d479'], 'Give a reason. Everyone will see it.\n\n'],
  [['suspend', WALLET], `Give a reason. The owner will see it.\n\n${USAGE}`],
  [['lift', 'ada'], noAddress('ada')],
  [['freeze-redemption', WALLET], `Give a reason. The owner will see it.\n\n${USAGE}`],
  [['unfreeze-redemption', 'ada'], noAddress('ada')],
  [['release-redemptions'], `Give a reason. The log keeps it.\n\n${USAGE}`],
  [['test-credit', WALLET], noAddress('Nothing')],
  [['test-credit', WALLET, 'bo', '5'], noAddress('bo')],
  [['test-credit', WALLET, WALLET], `Give the amount in whole Steeze.\n\n${USAGE}`],
  [['test-credit', WALLET, WALLET, '1.5'], `Give the amount in whole Steeze.\n\n${USAGE}`],
  [['test-credit', WALLET, WALLET, '5', '6'], `Give the amount in whole Steeze.\n\n${USAGE}`],
  [['revoke', WALLET.slice(2)], noAddress(WALLET.slice(2))],
])('npm run admin with %j prints its usage', (args, told) => {
  const order = adminOrder(args)
  expect('fault' in order && order.fault.slice(0, told.length)).toBe(told)
})
