import { shortAddress } from '@aura/api/ids'
import { ChevronRight, LoaderCircle, Wallet } from 'lucide-react'
import { useConfig } from '#lib/use-config'
import { disconnectWallet } from '#lib/wallet/disconnect'
import { safeIcon } from '#lib/wallet/discovery'
import type { AnnouncedWallet } from '#lib/wallet/provider'
import type { SignInStep } from '#lib/wallet/sign-in'
import { useConnectedAccount } from '#lib/wallet/use-connected-account'
import { toast } from '#ui/feedback/toast'
import { STEP_TEXT } from './use-sign-in.ts'
import styles from './wallet-list.module.css'

interface WalletListProps {
  wallets: readonly AnnouncedWallet[]
  attempt: { uuid: string; step: SignInStep } | null
  onChoose: (wallet: AnnouncedWallet, options: { chooseAccount: boolean }) => void
}

export function WalletList({ wallets, attempt, onChoose }: WalletListProps) {
  return (
    <ul className="divide-y divide-line">
      {wallets.map((wallet) => (
        <WalletRow
          key={wallet.info.uuid}
          wallet={wallet}
          step={attempt?.uuid === wallet.info.uuid ? attempt.step : null}
          idle={attempt === null}
          onChoose={(options) => onChoose(wallet, options)}
        />
      ))}
    </ul>
  )
}

interface WalletRowProps {
  wallet: AnnouncedWallet
  step: SignInStep | null
  idle: boolean
  onChoose: (options: { chooseAccount: boolean }) => void
}

function WalletRow({ wallet, step, idle, onChoose }: WalletRowProps) {
  const address = useConnectedAccount(wallet)
  return (
    <li>
      <button
        type="button"
        className={styles.wallet}
        aria-disabled={!idle || undefined}
        onClick={idle ? () => onChoose({ chooseAccount: false }) : undefined}
      >
        <WalletIcon icon={wallet.info.icon} />
        <span className="min-w-0 leading-tight">
          <span aria-live="polite" className={`block truncate ${step ? 'text-ink' : ''}`}>
            {step ? STEP_TEXT[step] : wallet.info.name}
          </span>
          {address && <span className="text-sm font-normal text-ink-2">{shortAddress(address)}</span>}
        </span>
        <span className={styles.next}>
          {address && !step && 'Sign in'}
          {step ? (
            <LoaderCircle className="animate-spin" size={18} aria-hidden="true" />
          ) : (
            <ChevronRight className="text-ink-3" size={18} strokeWidth={1.75} aria-hidden="true" />
          )}
        </span>
      </button>
      {address && idle && (
        <ConnectedActions wallet={wallet} address={address} onAnother={() => onChoose({ chooseAccount: true })} />
      )}
    </li>
  )
}

const ACTION = 'action-link text-sm text-ink-2 hover:text-ink'

interface ConnectedActionsProps {
  wallet: AnnouncedWallet
  address: string
  onAnother: () => void
}

function ConnectedActions({ wallet, address, onAnother }: ConnectedActionsProps) {
  const { data: config } = useConfig()
  const explorer = config?.chain.explorerUrl
  const disconnect = () => {
    disconnectWallet(wallet)
    toast({ title: 'Wallet Disconnected', description: 'Your wallet has been disconnected.', durationMs: 3_000 })
  }
  return (
    <div className="mb-2 ml-12.5 flex flex-wrap gap-x-5">
      <button type="button" className={ACTION} onClick={onAnother}>
        Use another account
      </button>
      {explorer && (
        <a className={ACTION} href={`${explorer}/address/${address}`} target="_blank" rel="noreferrer">
          View on explorer
        </a>
      )}
      <button type="button" className={ACTION} onClick={disconnect}>
        Disconnect
      </button>
    </div>
  )
}

function WalletIcon({ icon }: { icon: string }) {
  const src = safeIcon(icon)
  return (
    <span className={styles.icon}>
      {src ? (
        <img className="size-full" src={src} alt="" />
      ) : (
        <Wallet size={20} strokeWidth={1.75} aria-hidden="true" />
      )}
    </span>
  )
}
