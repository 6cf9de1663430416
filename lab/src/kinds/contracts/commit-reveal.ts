import { labAuctionBytecode } from '@aura/contracts/lab/auction'
import { bytesToBigInt } from '@ethereumjs/util'
import { encode, type Hex, keccak, word, wordHex } from '../../bytes.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { ethText } from '../../words.ts'

const DEPOSIT = 10n ** 16n
/** Seconds for sealed bids, then for opening them. */
const SEALING = 20
const OPENING = 20
/** Upper bound of the bids the rival tries. */
const MAX_BID = 120n

/** Bid in secret: first a hash, later the number. A rival tries every number the hash may hide. */
export const commitReveal: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'commit-reveal',
  version: 2,
  setup,

  goal: (_, { limit, lot }) =>
    `Win lot ${lot} for at most ${limit} points. Bids are whole numbers, sealed first and opened later; whoever doesn’t open theirs loses the deposit.`,
  solved:
    'A hash hides a number only together with something nobody can guess. Your rival tried every bid there is, and none fitted.',
  traps: {
    guessed:
      'Your rival hashed every possible bid with your address until one fitted your seal, and then bid one more. There are few bids and a computer is fast: only a salt that can’t be guessed hides one.',
    unopened:
      'The auction is over and your bid was never opened. A seal is worth nothing until you show what is in it: number and salt, exactly as you sealed them.',
    outbid: 'Your bid stayed secret, and someone else simply bid more.',
    overpaid: 'You won, for more than the lot is worth to you.',
  },
  names: (_, { auction, rivals }) => ({
    [auction]: 'Auction',
    ...Object.fromEntries(rivals.map(({ name, address }) => [address, name])),
  }),

  async scene(lab, { auction, lot, secret, revealsAt, endsAt }) {
    const { chain, me } = lab
    const seal = await chain.view(auction, encode('sealedBid(address)', me))
    const isSealing = chain.time + 2 < revealsAt
    const salts = new Map<string, { salt: bigint; text: string; detail?: string }>([
      ['none', { salt: 0n, text: 'None' }],
      ['lot', { salt: lot, text: `The lot’s number, ${lot}` }],
      ['random', { salt: secret, text: 'A random number of 256 bits', detail: wordHex(secret) }],
    ])
    const options = [...salts].map(([value, { text, detail }]) => ({ value, text, ...(detail && { detail }) }))
    const fields = {
      bid: { type: 'amount', label: 'Bid', unit: 'points', decimals: 0 },
      salt: { type: 'choice', label: 'Salt', options },
    } as const
    const saltOf = (name: string) => salts.get(name)?.salt ?? 0n
    return {
      messages: [
        {
          from: 'The auctioneer',
          text: `Seal a bid with ${ethText(DEPOSIT)} as a deposit. When sealing ends, open it: the auction hashes your number, your salt and your address and compares. The highest wins and pays its bid. Bids are points, and the deposit is the same for all, so it tells nothing of a bid.`,
        },
      ],
      rows: [
        { label: 'Now', value: isSealing ? 'bids are sealed' : chain.time < endsAt ? 'bids are opened' : 'over' },
        {
          label: 'Seconds left',
          value: `${Math.max(0, (isSealing ? revealsAt : endsAt) - chain.time)}`,
          isExact: true,
        },
        { label: 'Your seal', value: seal > 0n ? wordHex(seal) : 'none', isExact: true },
        { label: 'Highest opened bid', value: `${await chain.view(auction, encode('highest()'))}`, isExact: true },
        { label: 'Your ETH', value: ethText((await chain.account(me)).balance), isExact: true },
      ],
      moves: {
        ...(isSealing && {
          seal: {
            label: 'Seal a bid',
            site: 'auction.example',
            submit: 'Continue',
            fields,
            run: (input) => {
              const data = encode('commit(bytes32)', sealOf(input.amount('bid'), saltOf(input.choice('salt')), me))
              return lab.send(me, { to: auction, value: DEPOSIT, data })
            },
          },
        }),
        ...(!isSealing && {
          open: {
            label: 'Open your bid',
            site: 'auction.example',
            submit: 'Continue',
            fields,
            run: (input) => {
              const data = encode('reveal(uint256,uint256)', input.amount('bid'), saltOf(input.choice('salt')))
              return lab.send(me, { to: auction, data })
            },
          },
        }),
        wait: { label: 'Wait ten seconds', seconds: 10 },
      },
    }
  },

  async beforeBlock(lab, world, time) {
    const { auction, lot, rivals, revealsAt, endsAt } = world
    const [honest, sly] = rivals
    const sealedBid = await lab.chain.view(auction, encode('sealedBid(address)', lab.me))
    if (time < revealsAt && sealedBid > 0n && !world.slyBid) {
      world.slyBid = guess(sealedBid, [0n, lot], lab.me) + 1n
      await lab.send(sly.address, {
        to: auction,
        value: DEPOSIT,
        data: encode('commit(bytes32)', sealOf(world.slyBid, 1n, sly.address)),
      })
    }
    if (time < revealsAt || time >= endsAt || world.isOpened) return
    world.isOpened = true
    await lab.send(honest.address, { to: auction, data: encode('reveal(uint256,uint256)', world.honestBid, 1n) })
    if (world.slyBid)
      await lab.send(sly.address, { to: auction, data: encode('reveal(uint256,uint256)', world.slyBid, 1n) })
  },

  async verdict(lab, world) {
    const { auction, limit, endsAt, rivals } = world
    const { chain, me } = lab
    if (chain.time < endsAt) return { state: 'open' }
    const leader = await chain.view(auction, encode('leader()'))
    const highest = await chain.view(auction, encode('highest()'))
    if (leader === BigInt(me)) return highest <= limit ? { state: 'solved' } : { state: 'trapped', trap: 'overpaid' }
    const opened = chain.blocks.some(({ time, receipts }) =>
      receipts.some(({ tx, succeeded }) => succeeded && tx.from === me && time >= world.revealsAt),
    )
    if (!opened) return { state: 'trapped', trap: 'unopened' }
    const [, sly] = rivals
    return { state: 'trapped', trap: leader === BigInt(sly.address) ? 'guessed' : 'outbid' }
  },
}

const sealOf = (bid: bigint, salt: bigint, bidder: Hex): Hex =>
  wordHex(bytesToBigInt(keccak(word(bid), word(salt), word(bidder))))

function guess(seal: bigint, salts: readonly bigint[], bidder: Hex): bigint {
  for (let bid = 1n; bid <= MAX_BID; bid++)
    for (const salt of salts) if (BigInt(sealOf(bid, salt, bidder)) === seal) return bid
  return 0n
}

async function setup(lab: Lab) {
  const rivals = [
    { name: 'Kwame', address: lab.account('honest') },
    { name: 'a rival', address: lab.account('sly') },
  ] as const
  const host = lab.account('host')
  for (const account of [host, lab.me, ...rivals.map(({ address }) => address)])
    await lab.chain.fund(account, 10n ** 17n)
  const limit = BigInt(lab.draw('limit', 50, 100))
  const [honestBid, lot] = [limit - BigInt(lab.draw('honest', 2, 6)), BigInt(lab.draw('lot', 2, 400))]
  const revealsAt = lab.chain.time + SEALING
  const endsAt = revealsAt + OPENING
  const auction = await lab.deploy(host, labAuctionBytecode, DEPOSIT, BigInt(revealsAt), BigInt(endsAt))
  await lab.send(rivals[0].address, {
    to: auction,
    value: DEPOSIT,
    data: encode('commit(bytes32)', sealOf(honestBid, 1n, rivals[0].address)),
  })
  await lab.chain.mine(2)
  const secret = BigInt(wordHex(bytesToBigInt(keccak(word(lab.me), word(lot)))))
  return { auction, lot, limit, rivals, honestBid, secret, revealsAt, endsAt, slyBid: 0n, isOpened: false }
}
