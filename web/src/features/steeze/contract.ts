import { formatUsdc, formatWhole, STEEZE_PRICE_MICROS, STEEZE_VALUE_MICROS, usdcPlain } from '@aura/api/money'
import { steezeStackAbi } from '@aura/contracts/abi'
import type { ContractTexts } from '#lib/chain/contract-texts'

const whole = (value: unknown) => formatWhole(Number(value))
const usdc = (micros: unknown) => formatUsdc(Number(micros))
const bought = ([micros]: readonly unknown[]) =>
  `Buy ${whole(Number(micros) / STEEZE_PRICE_MICROS)} Steeze for ${usdcPlain(Number(micros))} USDC.`

const contract: ContractTexts = {
  abi: steezeStackAbi,
  reverts: {
    NotWholeSteeze: () => `Steeze is sold in steps of ${usdc(STEEZE_PRICE_MICROS)} USDC.`,
    NothingToWithdraw: () => 'There is nothing to redeem.',
    LimitExpired: () => 'This redemption has expired. Start it again.',
    InvalidSignature: () => 'The contract rejected the signature for this redemption. Start it again.',
    AboveLimit: ([remaining]) => `This signature covers only ${whole(remaining)} more Steeze.`,
    AboveOutstanding: () => 'You can’t redeem more Steeze than exists.',
    AboveDailyCap: ([remaining]) => `Today's limit leaves ${usdc(remaining)} USDC. Try again tomorrow (UTC).`,
    NotCovered: () => 'The token did not deliver the full amount.',
    EnforcedPause: () => 'Buying and redeeming are paused right now.',
  },
  calls: {
    buySteeze: bought,
    buySteezeWithPermit: bought,
    withdrawSteeze: ([amount]) =>
      `Redeem ${whole(amount)} Steeze for ${usdcPlain(Number(amount) * STEEZE_VALUE_MICROS)} USDC.`,
  },
}
export default contract
