import { auraAccountAbi, auraAccountFactoryAbi } from '@aura/contracts/abi'
import type { ContractTexts } from '#lib/chain/contract-texts'

const handIn = () => 'Hand in what a key of a passkey account signed. It moves nothing of yours but the network’s fee.'

const contract: ContractTexts = {
  abi: [...auraAccountAbi, ...auraAccountFactoryAbi],
  reverts: {
    InvalidSignature: () => 'The passkey you used isn’t a key of this wallet, or has left. Use another key.',
    CallsExpired: () => 'This was signed too long ago. Sign it again.',
    NonceUsed: () => 'This was sent already.',
    KeyExists: () => 'This key signs for your wallet already.',
    UnusableKey: () => 'Nobody could sign with this key.',
    KeyDoesNotStay: () => 'This isn’t a key of your wallet, or it is leaving already.',
    KeyDoesNotLeave: () => 'This key isn’t leaving, or it has left already.',
    LastKey: () => 'Your wallet has to keep one key. Add another first.',
  },
  calls: { execute: handIn, createAndCall: handIn },
}
export default contract
