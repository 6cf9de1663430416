import { labTicketsBytecode } from '@aura/contracts/lab/tickets'
import { encode, type Hex, wordHex } from '../../bytes.ts'
import type { Block, Chain } from '../../chain.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { drawUsdc, Usdc } from '../../usdc.ts'
import { shortAddress, usdcText } from '../../words.ts'

/** Depth at which blocks are final; a lesson can set `final`, at least 4. */
const FINAL = 6

/** A payment arrives and disappears. Hand over the ticket only once the payment is final. */
export const reorganisation: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'reorganisation',
  version: 1,
  setup,

  goal: (_, { price, final }) =>
    `You sell one concert ticket for ${usdcText(price)}. Send it to whoever has paid for good: on this small chain a payment is final after ${final} blocks.`,
  solved: 'You waited until the payment was final. A block that was just mined is a promise, not yet a fact.',
  traps: {
    unpaid: 'The payment you had seen was in a block that was reverted. The ticket is gone and the money never came.',
    'too-soon': 'It went well this time. But the payment was not final yet, and could still have been reverted.',
    stranger: 'Nobody at that address has bought anything.',
  },
  names: (_, { usdc, tickets, cheat, buyer }) => ({
    [usdc.address]: 'USDC contract',
    [tickets]: 'Tickets',
    [cheat]: 'Kwame',
    [buyer]: 'Ligaya',
  }),

  async scene(lab, { usdc, tickets, cheat, buyer, price, number }) {
    const paidBy = (from: Hex) => findLog(lab.chain, usdc.address, [from, lab.me])
    const depthOf = (from: Hex) => {
      const log = paidBy(from)
      if (!log) return 'not paid'
      const depth = lab.chain.height - log.block + 1
      return `paid, ${depth} ${depth === 1 ? 'block' : 'blocks'} deep`
    }
    return {
      messages: [
        { from: 'Kwame', text: 'I am paying now. Please send the ticket as soon as you see it, I am at the door!' },
        { from: 'Ligaya', text: `I would like the ticket as well, and will send ${usdcText(price)} in a moment.` },
      ],
      rows: [
        { label: 'Your USDC', value: usdcText(await usdc.balance(lab.me)), isExact: true },
        { label: 'Kwame', value: depthOf(cheat) },
        { label: 'Ligaya', value: depthOf(buyer) },
        { label: 'Block', value: `${lab.chain.height}`, isExact: true },
      ],
      moves: {
        wait: { label: 'Wait for the next block' },
        ship: {
          label: 'Send the ticket',
          submit: 'Continue',
          fields: {
            to: {
              type: 'choice',
              label: 'To',
              options: lab.shuffle('buyers', [
                { value: cheat, text: `Kwame, ${shortAddress(cheat)}`, detail: cheat },
                { value: buyer, text: `Ligaya, ${shortAddress(buyer)}`, detail: buyer },
                { value: usdc.address, text: shortAddress(usdc.address), detail: usdc.address },
              ]),
            },
          },
          run: (input) =>
            lab.send(lab.me, {
              to: tickets,
              data: encode('transfer(address,uint256)', input.choice('to') as Hex, number),
            }),
        },
      },
    }
  },

  async beforeBlock(lab, world) {
    const { usdc, cheat, buyer, price, depth } = world
    const next = lab.chain.height + 1
    if (next === world.paysAt && !world.isReorganised) await usdc.transfer(cheat, lab.me, price)
    if (next === world.paysAgainAt) await usdc.transfer(buyer, lab.me, price)
    if (next !== world.paysAt + depth || world.isReorganised) return
    world.isReorganised = true
    lab.chain.reorganise(depth)
    // On the other branch the cheat pays the same money to an account of their own, for a higher fee.
    const data = encode('transfer(address,uint256)', lab.account('second'), price)
    await lab.send(cheat, { ...{ to: usdc.address, data, nonce: 0n, tip: 5_000_000n, maxFee: lab.chain.baseFee * 4n } })
    for (let block = 0; block < depth; block++) await lab.chain.mine(2)
  },

  async verdict({ chain, me }, { usdc, tickets, cheat, buyer, number, final }) {
    const shipped = findLog(chain, tickets, [me, undefined, wordHex(number)])
    if (!shipped) return { state: 'open' }
    if (shipped.topics[2] === wordHex(cheat)) return { state: 'trapped', trap: 'unpaid' }
    if (shipped.topics[2] !== wordHex(buyer)) return { state: 'trapped', trap: 'stranger' }
    const paid = findLog(chain, usdc.address, [buyer, me])
    if (paid && shipped.block >= paid.block + final) return { state: 'solved' }
    return { state: 'trapped', trap: paid ? 'too-soon' : 'unpaid' }
  },
}

/** Returns the first log of a contract on the current chain whose indexed arguments match. */
function findLog({ blocks }: Chain, contract: Hex, wanted: (Hex | undefined)[]) {
  const logsOf = ({ number, receipts }: Block) =>
    receipts.flatMap(({ logs }) => logs.map((log) => ({ ...log, block: number })))
  const isWanted = (topics: Hex[]) => wanted.every((topic, index) => !topic || wordHex(topic) === topics[index + 1])
  return blocks.flatMap(logsOf).find(({ address, topics }) => address === contract && isWanted(topics))
}

async function setup(lab: Lab) {
  const [bank, cheat, buyer] = [lab.account('bank'), lab.account('cheat'), lab.account('buyer')]
  for (const account of [bank, cheat, buyer, lab.me]) await lab.chain.fund(account, 10n ** 17n)
  const final = lab.parameter('final', FINAL)
  const price = drawUsdc(lab, 'price', 40, 140)
  const usdc = await Usdc.deploy(lab, bank)
  const tickets = await lab.deploy(bank, labTicketsBytecode, lab.me, 3n)
  for (const account of [cheat, buyer]) await usdc.mint(bank, account, price)
  const paysAt = (await lab.chain.mine(2)).number + lab.draw('pays', 1, 3)
  const [number, depth] = [BigInt(lab.draw('number', 1, 3)), lab.draw('depth', 2, final - 2)]
  const paysAgainAt = paysAt + depth + lab.draw('again', 1, 3)
  return { usdc, tickets, cheat, buyer, price, number, final, depth, paysAt, paysAgainAt, isReorganised: false }
}
