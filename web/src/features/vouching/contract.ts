import { shortAddress } from '@aura/api/ids'
import { formatUsdc, usdcPlain } from '@aura/api/money'
import { VOUCH_RULES } from '@aura/api/rules/vouching'
import { auraVouchAbi } from '@aura/contracts/abi'
import type { ContractTexts } from '#lib/chain/contract-texts'

const usdc = (micros: unknown) => formatUsdc(Number(micros))
const vouched = ([target, micros]: readonly unknown[]) =>
  `Vouch ${usdcPlain(Number(micros))} USDC for ${shortAddress(String(target))}. All of it goes to them.`

const contract: ContractTexts = {
  abi: auraVouchAbi,
  reverts: {
    TargetIsCaller: () => 'You cannot vouch for yourself.',
    TargetIsNobody: () => 'This person has no wallet to receive USDC.',
    BelowMinimum: () => `The minimum vouch is ${VOUCH_RULES.minUsdc} USDC.`,
    NotWholeUsdc: () => 'You can only vouch whole USDC.',
    AbovePairCap: ([remaining]) => `You can vouch ${usdc(remaining)} USDC more for this person.`,
  },
  calls: { vouch: vouched, vouchWithPermit: vouched },
}
export default contract
