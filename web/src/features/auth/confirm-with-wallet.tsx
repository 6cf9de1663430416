import { shortAddress } from '@aura/api/ids'
import type { FailureText } from '#lib/error-text'
import { type FreshPurpose, purposeQuery, type Signed } from '#lib/freshly'
import { useWallets } from '#lib/wallet/use-wallets'
import { Notice } from '#ui/feedback/notice'
import { Skeleton } from '#ui/feedback/skeleton'
import { NoWallet } from './no-wallet.tsx'
import { ConfirmWithPasskey } from './passkeys/confirm-with-passkey.tsx'
import { useCurrentUser } from './use-current-user.ts'
import { expectAccount, useWalletAttempt } from './use-wallet-attempt.ts'
import { WalletList } from './wallet-list.tsx'

interface ConfirmWithWalletProps {
  purpose: FreshPurpose | 'delete-account'
  /** The account's wallet; no other may sign. Null: the account has none, and a passkey confirms. */
  address: string | null
  failure: FailureText
  onProof: (proof: Signed) => Promise<void>
}

/** The passkey confirms if the wallet is its own, or if there is none. */
export default function ConfirmWithWallet(props: ConfirmWithWalletProps) {
  const { passkeyWallet } = useCurrentUser()
  const { address } = props
  return address === null || passkeyWallet?.status === 'bound' ? (
    <ConfirmWithPasskey {...props} />
  ) : (
    <AskWallet {...props} address={address} />
  )
}

function AskWallet({ purpose, address, failure, onProof }: ConfirmWithWalletProps & { address: string }) {
  const wallets = useWallets()
  const { attempt, problem, attemptTo, ask } = useWalletAttempt(failure)
  return (
    <div className="grid min-h-32 grid-cols-1 content-start gap-3">
      <p className="text-ink-2">
        Sign with your wallet <span className="num">{shortAddress(address)}</span> to confirm it’s you.
      </p>
      {problem && (
        <Notice tone="danger" title={problem.title}>
          <p>{problem.description}</p>
          {problem.hint && <p>{problem.hint}</p>}
        </Notice>
      )}
      {wallets === null && <Skeleton className="h-9" />}
      {wallets?.length === 0 && <NoWallet to="use-feature" />}
      {wallets && wallets.length > 0 && (
        <WalletList
          wallets={wallets}
          attempt={attempt}
          onChoose={(wallet, { chooseAccount }) =>
            void attemptTo(wallet.info.uuid, async (run) => {
              const { message, signature } = await ask(wallet, run, {
                chooseAccount,
                query: (walletAddress) => {
                  expectAccount(walletAddress, address)
                  return { walletAddress, ...purposeQuery(purpose) }
                },
              })
              await onProof({ message, signature })
            })
          }
        />
      )}
    </div>
  )
}
